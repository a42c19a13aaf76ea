import type { MembershipType, ReviewReason } from '#shared/choices';
import { CURRENCY } from '#shared/money';

/** A finished checkout as the provider tells of it; nothing in it comes from the member's browser but `reference`. */
export interface Checkout {
  paymentId: string;
  /** False while a slow method of payment is under way. */
  paid: boolean;
  paidAt: Date;
  live: boolean;
  /** ISO 4217, upper case. */
  currency: string;
  amountMinorUnits: number;
  /** The hosted page that was paid on; empty for a checkout of another kind. */
  linkId: string;
  /** What the page's address said about who pays; empty where it said nothing. */
  reference: string;
  /** Given back or disputed, wholly or in part. */
  isRefundedOrDisputed: boolean;
  receiptUrl: string;
  receiptNumber: string;
}

/** How far back payments are looked for of which no event came. */
export const LOOKBACK_DAYS = 31;

/** The provider did not answer in time, or not with sense. A value, so that it passes between parts built apart. */
export interface Unreachable {
  unreachable: unknown;
}

export interface Payments {
  /** Paid checkouts on our hosted pages that were opened since then, newest first; pages are fetched as they are read. */
  listPaidCheckouts(since: Date): AsyncIterable<Checkout>;
  /** One member's finished checkouts, paid or under way, newest first, within 7 seconds. */
  listMemberCheckouts(reference: string, since: Date): AsyncIterable<Checkout | Unreachable>;
  /** What the provider sends of itself; undefined unless it was signed by the provider, at most five minutes before `now`. */
  verifyEvent(body: string, signature: string, now: Date): Promise<PaymentEvent | undefined>;
  /** As the provider has it now; undefined where it is not finished or none of our pages'. */
  find(checkout: NonNullable<PaymentEvent['checkout']>): Promise<Checkout | Unreachable | undefined>;
}

/** What the provider sends; most of it is about no checkout. What happened to one is asked, not believed. */
export interface PaymentEvent {
  id: string;
  /** By its own id or its payment's. */
  checkout?: { id: string } | { paymentId: string };
}

/** One hosted page: the link decides the type, and the fee is what must have been paid on it. */
export interface PaymentLink {
  id: string;
  type: MembershipType;
  feeMinorUnits: number;
}

export interface PaymentRules {
  live: boolean;
  links: readonly PaymentLink[];
}

/** What is wrong with the payment itself, whoever made it. */
export type CheckoutError = Exclude<ReviewReason, 'unmatched' | 'overpayment'>;

/** The link that was paid on, or why this payment cannot be a membership fee. */
export function validateCheckout(checkout: Checkout, rules: PaymentRules): PaymentLink | CheckoutError {
  const link = rules.links.find(({ id }) => id === checkout.linkId);
  if (checkout.live !== rules.live) return 'mode';
  if (!link) return 'link';
  if (checkout.currency !== CURRENCY) return 'currency';
  if (checkout.amountMinorUnits !== link.feeMinorUnits) return 'amount';
  return checkout.isRefundedOrDisputed ? 'refunded-or-disputed' : link;
}
