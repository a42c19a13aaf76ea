import * as z from 'zod/mini';
import { ACCESS_METHODS, type LedgerKind, MEMBER_CATEGORIES, MEMBERSHIP_TYPES } from '#shared/choices';
import { s3Prefixes } from '#shared/deployment';
import { hongKongDate, monthOf } from '#shared/hong-kong';
import { personName } from '#shared/person-name';
import type { Member } from '../members/member.ts';
import type { Term } from '../memberships/term.ts';
import type { Checkout } from '../platform/payment-provider.ts';

/** A receipt or a credit note: everything that the document says, fixed when its number was given: the same document can be made again at any time. */
export const Receipt = z.object({
  startDate: z.string(),
  endDate: z.string(),
  /** `AG-000123`, without gaps. */
  number: z.string(),
  uid: z.string(),
  /** Empty after the account was deleted. */
  payer: z.string(),
  affiliation: z.string(),
  type: z.enum(MEMBERSHIP_TYPES),
  /** The member's at the time. */
  category: z.optional(z.enum(MEMBER_CATEGORIES)),
  amountMinorUnits: z.number(),
  currency: z.string(),
  method: z.enum(ACCESS_METHODS),
  /** Date in Hong Kong. */
  paidOn: z.string(),
  paymentId: z.string(),
  /** For a bank transfer: the reference on the bank statement. */
  bankReference: z.optional(z.string()),
  /** Only of a credit note: the number of the receipt that it cancels. */
  cancels: z.optional(z.string()),
  /** Only of a cancelled receipt: the number of its credit note. */
  cancelledBy: z.optional(z.string()),
  /** What the provider has paid back since; the document does not say so. */
  refundedMinorUnits: z.optional(z.number()),
  /** ISO 8601, UTC. */
  issuedAt: z.string(),
});
export type Receipt = z.output<typeof Receipt>;

export const formatReceiptNumber = (serial: number): string => `AG-${String(serial).padStart(6, '0')}`;

export const parseReceiptNumber = (number: string): number => Number(number.replace('AG-', ''));

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
    payer: personName(member),
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

/** The attributes that put a row into the ledger; `reference` is unique among the entries of the day. */
export interface LedgerPlace {
  ledgerMonth: string;
  ledgerKey: string;
  ledgerKind: LedgerKind;
}

export const placeAt = (day: string, reference: string, ledgerKind: LedgerKind): LedgerPlace => ({
  ledgerMonth: monthOf(day),
  ledgerKey: `${day}#${reference}`,
  ledgerKind,
});

/** The day of an entry in Hong Kong, with which its key begins. */
export const ledgerDay = (key: string): string => key.split('#', 1).join();

/** A receipt stands on the day of the payment, a credit note on the day on which it was issued, unless another is given. */
export const ledgerDayOfReceipt = ({ cancels, paidOn, issuedAt }: Receipt): string =>
  cancels === undefined ? paidOn : hongKongDate(new Date(issuedAt));

export const placeOfReceipt = ({ number, cancels }: Receipt, day: string): LedgerPlace =>
  placeAt(day, number, cancels === undefined ? 'payment' : 'credit-note');
