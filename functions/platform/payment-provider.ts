/** A finished checkout as the provider reports it; nothing in it comes from the member's browser but `reference`. */
export interface Checkout {
  paymentId: string;
  /** False while a slow payment method is not confirmed yet. */
  paid: boolean;
  paidAt: Date;
  live: boolean;
  /** ISO 4217, upper case. */
  currency: string;
  amountMinorUnits: number;
  /** The hosted page that was paid on; empty for a checkout of another kind. */
  linkId: string;
  /** The payment reference from the page's address; empty without one. */
  reference: string;
  /** For a bank transfer: the reference on the bank statement, as it was typed. */
  bankReference?: string | undefined;
  /** Refunded or disputed, wholly or in part. */
  isRefundedOrDisputed: boolean;
  /** What the provider has paid back by now. */
  refundedMinorUnits: number;
  receiptUrl: string;
  receiptNumber: string;
}

/**
 * An event that the provider sends; most are about no checkout. Details are not taken from it: the checkout is read from
 * the provider.
 */
export interface PaymentEvent {
  id: string;
  /** Identified by its own id or its payment's. */
  checkout?: { id: string } | { paymentId: string };
}

/**
 * What members and webhooks wait for throws `payment-provider-unreachable` if it does not answer in time, or not usefully.
 */
export interface PaymentProvider {
  /** Paid checkouts of ours that were opened since then, newest first; fetches pages as they are read. */
  listPaidCheckouts(since: Date): AsyncIterable<Checkout>;
  /** One member's finished checkouts, paid or not yet, newest first, within 7 seconds. */
  listMemberCheckouts(reference: string, since: Date): AsyncIterable<Checkout>;
  /** The event in a webhook's body; undefined unless the provider signed it, at most five minutes before `now`. */
  verifyEvent(body: string, signature: string, now: Date): Promise<PaymentEvent | undefined>;
  /** The checkout as the provider has it now; undefined if it is not finished or not ours. */
  findCheckout(checkout: NonNullable<PaymentEvent['checkout']>): Promise<Checkout | undefined>;
}
