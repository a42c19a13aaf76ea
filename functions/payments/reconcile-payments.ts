import { type Fulfilment, type FulfilmentDeps, fulfilPayment } from './fulfil-payment.ts';
import { LOOKBACK_DAYS, type Payments } from './payment.ts';

/** Catches up with the provider: what the webhook and the member's Confirm both missed (account area, section 2). */
export async function reconcilePayments(
  deps: FulfilmentDeps & { payments: Pick<Payments, 'listPaidCheckouts'> },
): Promise<Map<Fulfilment | 'failed', number>> {
  const { now, payments, log } = deps;
  const since = new Date(now().getTime() - LOOKBACK_DAYS * 86_400_000);
  const counts = new Map<Fulfilment | 'failed', number>();
  const count = (result: Fulfilment | 'failed') => counts.set(result, (counts.get(result) ?? 0) + 1);
  try {
    for await (const checkout of payments.listPaidCheckouts(since)) {
      try {
        count(await fulfilPayment(deps, checkout));
      } catch (cause) {
        count('failed');
        log({ level: 'error', event: 'payment-failed', paymentId: checkout.paymentId, cause });
      }
    }
  } catch (cause) {
    log({ level: 'error', event: 'payment-provider-unreachable', cause });
  }
  log({ level: 'info', event: 'payments-reconciled', ...Object.fromEntries(counts) });
  return counts;
}
