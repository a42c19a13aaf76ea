import * as z from 'zod/mini';

/**
 * A finished checkout as the provider reports it, in the form in which it is stored; nothing in it comes from the member's
 * browser but `reference`.
 */
export const Checkout = z.object({
  paymentId: z.string(),
  /** False while a slow payment method is not confirmed yet. */
  paid: z.boolean(),
  paidAt: z.pipe(
    z.iso.datetime(),
    z.transform((text: string) => new Date(text)),
  ),
  live: z.boolean(),
  /** ISO 4217, upper case. */
  currency: z.string(),
  amountMinorUnits: z.number(),
  /** The hosted page that was paid on; empty for a checkout of another kind. */
  linkId: z.string(),
  /** The payment reference from the page's address; empty without one. */
  reference: z.string(),
  /** Only of a bank transfer: the reference on the bank statement, as typed; empty after the payer's account was deleted. */
  bankReference: z.optional(z.string()),
  /** Refunded or disputed, wholly or in part. */
  isRefundedOrDisputed: z.boolean(),
  /** What the provider has paid back by now. */
  refundedMinorUnits: z._default(z.number(), 0),
  receiptUrl: z.string(),
  receiptNumber: z.string(),
});
export type Checkout = z.output<typeof Checkout>;

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
