import type { Ambient } from '../ambient.ts';
import { Refusal } from '../refusal.ts';
import { type FulfilmentNeeds, fulfilPayment } from './fulfil-payment.ts';
import type { Payments } from './payments.ts';

export interface PaymentEvents {
  isHandled(id: string): Promise<boolean>;
  /** Remembered for longer than the provider repeats itself. */
  markHandled(id: string, now: Date): Promise<void>;
}

export type ReceiveEventNeeds = Ambient &
  FulfilmentNeeds & { payments: Pick<Payments, 'readEvent' | 'find'>; paymentEvents: PaymentEvents };

/**
 * What the provider sends of itself leads to the one fulfilment. Handled before it is marked: an event that comes again
 * after a fault in between finds its payment fulfilled. Refuses with `webhook-signature-invalid` and `payment-provider-unreachable`.
 */
export async function receiveEvent(needs: ReceiveEventNeeds, body: string, signature: string): Promise<void> {
  const { clock, payments, paymentEvents, report } = needs;
  const event = await payments.readEvent(body, signature, clock());
  if (event === undefined) throw new Refusal('webhook-signature-invalid');
  if (event.checkout === undefined || (await paymentEvents.isHandled(event.id))) return;
  const checkout = await payments.find(event.checkout);
  if (checkout && 'unreachable' in checkout)
    throw new Refusal('payment-provider-unreachable', { cause: checkout.unreachable });
  const fulfilment = checkout && (await fulfilPayment(needs, checkout));
  await paymentEvents.markHandled(event.id, clock());
  report({ level: 'info', event: 'payment-event', id: event.id, fulfilment });
}
