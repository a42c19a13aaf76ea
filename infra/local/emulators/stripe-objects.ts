import { paymentLinks } from './stripe-catalogue.ts';
import {
  type CheckoutSession,
  type CompletedSession,
  isComplete,
  isReversed,
  isSettled,
} from './stripe-ledger.ts';

/** What may be shown in full instead of by its id. */
export type StripeExpansion = 'payment_intent' | 'payment_intent.latest_charge';

export interface Surroundings {
  now: Date;
  publicUrl: string;
}

const unixTime = (instant: string): number => Math.floor(Date.parse(instant) / 1000);
const feeOf = (linkId: string): number | null =>
  paymentLinks.find(({ id }) => id === linkId)?.feeMinorUnits ?? null;

/** A checkout session in Stripe's shape. */
export function checkoutObject(
  session: CheckoutSession,
  expand: readonly StripeExpansion[],
  surroundings: Surroundings,
) {
  const complete = isComplete(session) ? session : null;
  return {
    id: session.id,
    object: 'checkout.session',
    amount_total: feeOf(session.linkId),
    client_reference_id: session.reference,
    created: unixTime(session.openedAt),
    currency: 'hkd',
    livemode: false,
    mode: 'payment',
    payment_intent:
      complete &&
      (expand.length > 0 ? intentObject(complete, expand, surroundings) : complete.payment.intent),
    payment_link: session.linkId,
    payment_status: complete && isSettled(complete, surroundings.now) ? 'paid' : 'unpaid',
    status: complete ? 'complete' : 'open',
  };
}

const intentObject = (
  session: CompletedSession,
  expand: readonly StripeExpansion[],
  surroundings: Surroundings,
) => ({
  id: session.payment.intent,
  object: 'payment_intent',
  amount: feeOf(session.linkId),
  created: unixTime(session.openedAt),
  currency: 'hkd',
  latest_charge: expand.includes('payment_intent.latest_charge')
    ? chargeObject(session, surroundings)
    : session.payment.charge,
  livemode: false,
  status: isSettled(session, surroundings.now) ? 'succeeded' : 'processing',
});

export const chargeObject = (session: CompletedSession, { now, publicUrl }: Surroundings) => ({
  id: session.payment.charge,
  object: 'charge',
  amount: feeOf(session.linkId),
  amount_refunded: isReversed(session, 'refund', now) ? feeOf(session.linkId) : 0,
  created: unixTime(session.payment.paidAt),
  currency: 'hkd',
  disputed: isReversed(session, 'dispute', now),
  livemode: false,
  paid: isSettled(session, now),
  payment_intent: session.payment.intent,
  receipt_number: session.payment.receiptNumber,
  receipt_url: `${publicUrl}/_local/pay/receipts/${session.payment.charge}`,
  refunded: isReversed(session, 'refund', now),
  status: isSettled(session, now) ? 'succeeded' : 'pending',
});
