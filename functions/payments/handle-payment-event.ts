import type { Runtime } from '../platform/runtime.ts';
import { DomainError } from '../shared/domain-error.ts';
import { type FulfilmentDeps, fulfilPayment } from './fulfil-payment.ts';
import type { Payments } from './payment.ts';

export interface PaymentEvents {
  isEventHandled(id: string): Promise<boolean>;
  /** Remembered for longer than the provider repeats itself. */
  markEventHandled(id: string, now: Date): Promise<void>;
}

export type ReceiveEventDeps = Runtime &
  FulfilmentDeps & { payments: Pick<Payments, 'verifyEvent' | 'find'>; paymentEvents: PaymentEvents };

/**
 * What the provider sends of itself leads to the one fulfilment. Handled before it is marked: an event that comes again
 * after a fault in between finds its payment fulfilled. Refuses with `webhook-signature-invalid` and `payment-provider-unreachable`.
 */
export async function handlePaymentEvent(
  deps: ReceiveEventDeps,
  body: string,
  signature: string,
): Promise<void> {
  const { now, payments, paymentEvents, log } = deps;
  const event = await payments.verifyEvent(body, signature, now());
  if (event === undefined) throw new DomainError('webhook-signature-invalid');
  if (event.checkout === undefined || (await paymentEvents.isEventHandled(event.id))) return;
  const checkout = await payments.find(event.checkout);
  if (checkout && 'unreachable' in checkout)
    throw new DomainError('payment-provider-unreachable', { cause: checkout.unreachable });
  const fulfilment = checkout && (await fulfilPayment(deps, checkout));
  await paymentEvents.markEventHandled(event.id, now());
  log({ level: 'info', event: 'payment-event-handled', id: event.id, fulfilment });
}
