import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { TestCard } from './stripe-catalogue.ts';

/** Something to tell the product, under an id of its own; told again until it says 200. */
export const Event = z.object({
  id: z.string(),
  type: z.enum([
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'charge.refunded',
    'charge.dispute.created',
  ]),
  dueAt: z.iso.datetime(),
  /** How often it is still to be sent. */
  times: z.number(),
  failures: z.number(),
});
export type Event = z.output<typeof Event>;

export const later = (instant: Date, seconds: number): string =>
  new Date(instant.getTime() + seconds * 1000).toISOString();

/** All that a payment with this card will have the product told. */
export function eventsOf(card: TestCard, paidAt: Date): Event[] {
  const { delaySeconds, webhook = { times: 1, afterSeconds: 0 }, isRefundedOrDisputed } = card;
  const event = (type: Event['type'], afterSeconds: number): Event => ({
    id: `evt_${randomBytes(12).toString('hex')}`,
    type,
    dueAt: later(paidAt, afterSeconds),
    times: webhook.times,
    failures: 0,
  });
  const events = [event('checkout.session.completed', webhook.afterSeconds)];
  if (delaySeconds) events.push(event('checkout.session.async_payment_succeeded', delaySeconds));
  if (isRefundedOrDisputed) {
    const type = isRefundedOrDisputed.by === 'refund' ? 'charge.refunded' : 'charge.dispute.created';
    events.push(event(type, isRefundedOrDisputed.afterSeconds));
  }
  return events.filter(({ times }) => times > 0);
}
