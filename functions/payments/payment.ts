import * as z from 'zod/mini';
import { type MembershipType, REVIEW_REASONS, type ReviewReason } from '#shared/choices';
import { hongKongDate } from '#shared/hong-kong';
import { nextTerm, type Period, validUntil } from '#shared/membership-periods';
import { CURRENCY } from '#shared/money';
import type { MailContext, TransactionalMail } from '../mail/transactional/mail.ts';
import { feeReceivedMail } from '../mail/transactional/messages/membership.ts';
import type { Member, Membership } from '../members/member.ts';
import { extendedBy, type Term } from '../memberships/term.ts';
import { Checkout } from '../platform/payment-provider.ts';
import { createReceipt, formatReceiptNumber, type LedgerPlace, placeAt, type Receipt } from './receipt.ts';

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

/** How far back to look for payments without an event. */
export const LOOKBACK_DAYS = 31;

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
export type CheckoutError = Exclude<ReviewReason, 'unmatched' | 'overpayment'>;

/** The link that was paid on, or why this payment cannot be a membership fee. */
export function validateCheckout(checkout: Checkout, rules: PaymentRules): HostedPage | CheckoutError {
  const link = rules.links.find(({ id }) => id === checkout.linkId);
  if (checkout.live !== rules.live) return 'mode';
  if (!link) return 'link';
  if (checkout.currency !== CURRENCY) return 'currency';
  if (checkout.amountMinorUnits !== link.feeMinorUnits) return 'amount';
  return checkout.isRefundedOrDisputed ? 'refunded-or-disputed' : link;
}

/** A page on which the member can pay now; `validUntil` is the 1 January that the payment leads to. */
export interface PaymentOffer extends HostedPage {
  currency: string;
  validUntil: string;
}

/** Empty if a payment would extend nothing: the membership is extended a year ahead. */
export function paymentOffers(
  pages: readonly HostedPage[],
  member: Pick<Member, 'paymentReference' | 'activePeriods'>,
  now: Date,
): PaymentOffer[] {
  const period = nextTerm(member.activePeriods, hongKongDate(now));
  if (!period) return [];
  const until = validUntil(member.activePeriods, period);
  return pages.map((page) => ({
    ...page,
    url: `${page.url}?client_reference_id=${encodeURIComponent(member.paymentReference)}`,
    currency: CURRENCY,
    validUntil: until,
  }));
}

export const methodOfCheckout = ({ bankReference }: Pick<Checkout, 'bankReference'>) =>
  bankReference === undefined ? 'online-payment' : 'bank-transfer';

/** A valid payment by a known member. */
export interface FeePayment {
  checkout: Checkout;
  type: MembershipType;
}

/** What a payment makes. */
export interface Fulfilment {
  term: Term;
  membership: Membership;
  receipt: Receipt;
  mail: TransactionalMail;
}

/**
 * The result of a payment for the member as read: the next term, the receipt with the next number and the mail; undefined for
 * a member who is already paid a year ahead. Pure but for the mail's id.
 */
export function decideFulfilment(
  context: MailContext,
  payment: FeePayment,
  member: Member,
  lastSerial: number | undefined,
): Fulfilment | undefined {
  const period = nextTerm(member.activePeriods, hongKongDate(payment.checkout.paidAt));
  if (!period) return undefined;
  const paid = createPaidTerm(payment, member, period, (lastSerial ?? 0) + 1, context.now());
  const membership = extendedBy(member, paid.term);
  const until = validUntil(membership.activePeriods, paid.term);
  return { ...paid, membership, mail: feeReceivedMail(context, member, paid.receipt.number, until) };
}

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

/** A payment with a receipt is in the ledger by its receipt, and a test payment is no money. */
export const placeOfPayment = (
  { paymentId, paidAt }: Pick<Checkout, 'paymentId' | 'paidAt'>,
  outcome: Payment['outcome'],
): LedgerPlace | undefined =>
  outcome === 'fulfilled' || outcome === 'mode'
    ? undefined
    : placeAt(hongKongDate(paidAt), paymentId, 'payment');

/**
 * A refund, or the void of money that was sent back, stands on the day on which it became known; another void on that of
 * the payment.
 */
export const placeOfChange = (paymentId: string, kind: 'refund' | 'void', now: Date): LedgerPlace =>
  placeAt(hongKongDate(now), `${paymentId}#${kind}#${now.toISOString()}`, kind);
