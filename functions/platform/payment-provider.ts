/** A finished checkout as the provider reports it; nothing in it comes from the member's browser but `reference`. */
export interface Checkout {
  paymentId: string;
  /** False while a slow method of payment is not confirmed yet. */
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
  /** Refunded or disputed, wholly or in part. */
  isRefundedOrDisputed: boolean;
  receiptUrl: string;
  receiptNumber: string;
}

/** What the provider sends; most of it is about no checkout. What happened to one is asked, not believed. */
export interface PaymentEvent {
  id: string;
  /** By its own id or its payment's. */
  checkout?: { id: string } | { paymentId: string };
}

/** The provider did not answer in time, or not with sense. A value, so that it passes between bundles. */
export interface ProviderUnreachable {
  unreachable: true;
  cause: unknown;
}

export interface PaymentProvider {
  /** Paid checkouts on our hosted pages that were opened since then, newest first; pages are fetched as they are read. */
  listPaidCheckouts(since: Date): AsyncIterable<Checkout>;
  /** One member's finished checkouts, paid or not yet, newest first, within 7 seconds. */
  listMemberCheckouts(reference: string, since: Date): AsyncIterable<Checkout | ProviderUnreachable>;
  /** What the provider sends of itself; undefined unless it was signed by the provider, at most five minutes before `now`. */
  verifyEvent(body: string, signature: string, now: Date): Promise<PaymentEvent | undefined>;
  /** As the provider has it now; undefined where it is not finished or on none of our pages. */
  findCheckout(
    checkout: NonNullable<PaymentEvent['checkout']>,
  ): Promise<Checkout | ProviderUnreachable | undefined>;
}
