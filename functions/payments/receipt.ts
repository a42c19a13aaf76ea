import type { AccessMethod, MemberCategory, MembershipType } from '#shared/choices';
import { s3Prefixes } from '#shared/deployment';
import { fullName } from '#shared/text';
import type { Member } from '../members/member.ts';
import type { Period, Term } from '../memberships/term.ts';
import type { Checkout } from '../platform/payment-provider.ts';

/** A receipt or a credit note: everything that the document says, fixed when its number was given: the same document can be made again at any time. */
export interface Receipt extends Period {
  /** `AG-000123`, without gaps. */
  number: string;
  uid: string;
  /** Empty after the account was deleted. */
  payer: string;
  affiliation: string;
  type: MembershipType;
  /** The member's at the time. */
  category?: MemberCategory | undefined;
  amountMinorUnits: number;
  currency: string;
  method: AccessMethod;
  /** Date in Hong Kong. */
  paidOn: string;
  paymentId: string;
  /** For a bank transfer: the reference on the bank statement. */
  bankReference?: string | undefined;
  /** Only of a credit note: the number of the receipt that it cancels. */
  cancels?: string | undefined;
  /** Only of a cancelled receipt: the number of its credit note. */
  cancelledBy?: string | undefined;
  /** What the provider has paid back since; the document does not say so. */
  refundedMinorUnits?: number | undefined;
  /** ISO 8601, UTC. */
  issuedAt: string;
}

export const formatReceiptNumber = (serial: number): string => `AG-${String(serial).padStart(6, '0')}`;

/** The key of the document among the private files. */
export const receiptFileKey = (number: string): string => `${s3Prefixes.receipts}${number}.pdf`;

/** The number in the key of a document; undefined for another file. */
export function serialOfFileKey(key: string): number | undefined {
  const [, serial] = new RegExp(`^${s3Prefixes.receipts}AG-(\\d{6,})\\.pdf$`).exec(key) ?? [];
  return serial === undefined ? undefined : Number(serial);
}

/** The receipt for a paid term, whose number the term carries. */
export function createReceipt(
  member: Pick<Member, 'uid' | 'firstName' | 'lastName' | 'affiliation' | 'category'>,
  { receiptNumber, type, accessMethod, transactionDate, startDate, endDate }: Term,
  { paymentId, bankReference, amountMinorUnits, currency }: Checkout,
  issuedAt: Date,
): Receipt {
  return {
    number: receiptNumber,
    uid: member.uid,
    payer: fullName(member),
    affiliation: member.affiliation,
    type,
    category: member.category,
    amountMinorUnits,
    currency,
    method: accessMethod,
    paidOn: transactionDate,
    startDate,
    endDate,
    paymentId,
    bankReference,
    issuedAt: issuedAt.toISOString(),
  };
}

/** The credit note for a receipt, with a number of its own. */
export const createCreditNote = (receipt: Receipt, number: string, issuedAt: Date): Receipt => ({
  ...receipt,
  number,
  cancels: receipt.number,
  issuedAt: issuedAt.toISOString(),
});
