import * as z from 'zod/mini';
import {
  ACCESS_METHODS,
  MEMBER_CATEGORIES,
  MEMBERSHIP_TYPES,
  type MembershipType,
  REVIEW_REASONS,
  type ReviewReason,
} from '#shared/choices';
import { s3Prefixes } from '#shared/deployment';
import { hongKongDate } from '#shared/hong-kong';
import type { Period } from '#shared/membership-periods';
import { CURRENCY } from '#shared/money';
import { personName } from '#shared/person-name';
import type { Member } from '../members/member.ts';
import type { Term } from '../memberships/term.ts';
import { Checkout } from '../platform/payment-provider.ts';

/** A stored payment: what the provider reported, and the outcome. */
export const Payment = z.extend(Checkout, {
  /** The payer, if known. */
  uid: z.optional(z.string()),
  /**
   * `fulfilled`, or why the payment did not extend a membership. `voided`: a bank transfer that was recorded by mistake, or
   * sent back.
   */
  outcome: z.enum([...REVIEW_REASONS, 'fulfilled', 'voided']),
  /** The number of our receipt, if the payment was fulfilled. */
  receipt: z.optional(z.string()),
});
export type Payment = z.output<typeof Payment>;

/** A payment that a person must look at. */
export const PaymentForReview = z.extend(Payment, { outcome: z.enum(REVIEW_REASONS) });
export type PaymentForReview = z.output<typeof PaymentForReview>;

/** One hosted page: the link decides the type, and a payment on it must be exactly the fee. */
export interface HostedPage {
  /** The link's id at the provider. */
  id: string;
  type: MembershipType;
  /** https, or a path of the site itself; without a query. */
  url: string;
  feeMinorUnits: number;
}

export interface PaymentRules {
  live: boolean;
  links: readonly HostedPage[];
}

/** What is wrong with the payment itself, whoever made it. */
type CheckoutError = Exclude<ReviewReason, 'unmatched' | 'overpayment'>;

/** The link that was paid on, or why this payment cannot be a membership fee. */
export function validateCheckout(checkout: Checkout, rules: PaymentRules): HostedPage | CheckoutError {
  const link = rules.links.find(({ id }) => id === checkout.linkId);
  if (checkout.live !== rules.live) return 'mode';
  if (!link) return 'link';
  if (checkout.currency !== CURRENCY) return 'currency';
  if (checkout.amountMinorUnits !== link.feeMinorUnits) return 'amount';
  return checkout.isRefundedOrDisputed ? 'refunded-or-disputed' : link;
}

export const methodOfCheckout = ({ bankReference }: Pick<Checkout, 'bankReference'>) =>
  bankReference === undefined ? 'online-payment' : 'bank-transfer';

/** A valid payment by a known member. */
export interface FeePayment {
  checkout: Checkout;
  type: MembershipType;
}

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

/** The record of a paid term, and its receipt with this serial number. */
export function createPaidTerm(
  { checkout, type }: FeePayment,
  member: Member,
  period: Period,
  serial: number,
  now: Date,
): { term: Term; receipt: Receipt } {
  const term: Term = {
    id: checkout.paymentId,
    type,
    accessMethod: methodOfCheckout(checkout),
    transactionDate: hongKongDate(checkout.paidAt),
    receiptUrl: checkout.receiptUrl,
    receiptNumber: formatReceiptNumber(serial),
    ...period,
    expireDate: period.endDate,
  };
  return { term, receipt: createReceipt(member, term, checkout, now) };
}
