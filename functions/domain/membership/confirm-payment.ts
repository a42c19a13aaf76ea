import type { Ambient } from '../ambient.ts';
import type { Member } from '../members/member.ts';
import { type FulfilmentNeeds, fulfilPayment } from './fulfil-payment.ts';
import { DAYS_BACK, type Payments } from './payments.ts';

export type ConfirmationNeeds = Pick<Ambient, 'clock'> &
  FulfilmentNeeds & { payments: Pick<Payments, 'checkoutsOf'> };

/** `set-aside`: the money came, and a person looks at it. */
export type Confirmation = 'confirmed' | 'under-way' | 'set-aside' | 'none' | 'unreachable';

/**
 * Fulfils what this member has paid lately. Says what became of the latest payment, but for one that extended the
 * membership just now.
 */
export async function confirmPayment(
  needs: ConfirmationNeeds,
  { uid, paymentReference }: Pick<Member, 'uid' | 'paymentReference'>,
): Promise<Confirmation> {
  const { clock, payments, terms, report } = needs;
  const since = new Date(clock().getTime() - DAYS_BACK * 86_400_000);
  const found: Confirmation[] = [];
  for await (const checkout of payments.checkoutsOf(paymentReference, since)) {
    if ('unreachable' in checkout) {
      report({ level: 'warning', event: 'payment-provider-unreachable', uid, cause: checkout.unreachable });
      found.push('unreachable');
      continue;
    }
    const fulfilment = await fulfilPayment(needs, checkout);
    if (fulfilment === 'unpaid') found.push('under-way');
    else if (fulfilment === 'fulfilled') found.unshift('confirmed');
    else {
      const isFulfilled = (await terms.outcomeOf(checkout.paymentId)) === 'fulfilled';
      found.push(isFulfilled ? 'confirmed' : 'set-aside');
    }
  }
  return found[0] ?? 'none';
}
