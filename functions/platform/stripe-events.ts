import Stripe from 'stripe';
import * as z from 'zod/mini';
import type { PaymentEvent } from '../payments/payment.ts';

const TOLERANCE_SECONDS = 300;

/**
 * `t=<seconds>,v1=<hex of SHA-256>` with other schemes beside it (Stripe, "Verify webhook signatures manually"). For a `v1`
 * of any other shape Stripe's library throws an error that does not say that the signature is wrong.
 */
const SIGNATURE_HEADER = /^t=\d+(?:,v1=[0-9a-f]{64}|,(?!v1\b)\w+=[^,]*)+$/;

/** What may follow from a checkout or undo it; the runbook has Stripe send these and no others. */
const CHECKOUT_EVENTS = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];
const PAYMENT_EVENTS = ['charge.refunded', 'charge.dispute.created'];

const about = <Checkout extends z.ZodMiniType>(types: readonly string[], checkout: Checkout) =>
  z.object({
    id: z.string(),
    type: z.string().check(z.refine((type) => types.includes(type))),
    data: z.object({ object: checkout }),
  });
const Payment = z.pipe(
  z.object({ payment_intent: z.string() }),
  z.transform(({ payment_intent: paymentId }) => ({ paymentId })),
);
const Told: z.ZodMiniType<PaymentEvent> = z.pipe(
  z.union([
    about(CHECKOUT_EVENTS, z.object({ id: z.string() })),
    about(PAYMENT_EVENTS, Payment),
    z.object({ id: z.string() }),
  ]),
  z.transform(({ id, ...event }) => ('data' in event ? { id, checkout: event.data.object } : { id })),
);

/** Undefined unless Stripe signed it, at most five minutes before `now`. */
export async function openEvent(
  stripe: Stripe,
  secret: string,
  body: string,
  signature: string,
  now: Date,
): Promise<PaymentEvent | undefined> {
  if (!SIGNATURE_HEADER.test(signature)) return undefined;
  const receivedAt = now.getTime();
  try {
    return Told.parse(
      await stripe.webhooks.constructEventAsync(
        body,
        signature,
        secret,
        TOLERANCE_SECONDS,
        undefined,
        receivedAt,
      ),
    );
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
    throw cause;
  }
}
