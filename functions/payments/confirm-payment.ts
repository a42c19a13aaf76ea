import type { Member } from '../members/member.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type FulfilmentDeps, fulfilPayment } from './fulfil-payment.ts';
import { LOOKBACK_DAYS, type Payments } from './payment.ts';

export type ConfirmationDeps = Pick<Runtime, 'now'> &
  FulfilmentDeps & { payments: Pick<Payments, 'listMemberCheckouts'> };

/** `set-aside`: the money came, and a person looks at it. */
export type Confirmation = 'confirmed' | 'under-way' | 'set-aside' | 'none' | 'unreachable';

/**
 * Fulfils what this member has paid lately. Says what became of the latest payment, but for one that extended the
 * membership just now.
 */
export async function confirmPayment(
  deps: ConfirmationDeps,
  { uid, paymentReference }: Pick<Member, 'uid' | 'paymentReference'>,
): Promise<Confirmation> {
  const { now, payments, terms, log } = deps;
  const since = new Date(now().getTime() - LOOKBACK_DAYS * 86_400_000);
  const found: Confirmation[] = [];
  for await (const checkout of payments.listMemberCheckouts(paymentReference, since)) {
    if ('unreachable' in checkout) {
      log({ level: 'warning', event: 'payment-provider-unreachable', uid, cause: checkout.unreachable });
      found.push('unreachable');
      continue;
    }
    const fulfilment = await fulfilPayment(deps, checkout);
    if (fulfilment === 'unpaid') found.push('under-way');
    else if (fulfilment === 'fulfilled') found.unshift('confirmed');
    else {
      const isFulfilled = (await terms.outcomeOf(checkout.paymentId)) === 'fulfilled';
      found.push(isFulfilled ? 'confirmed' : 'set-aside');
    }
  }
  return found[0] ?? 'none';
}
