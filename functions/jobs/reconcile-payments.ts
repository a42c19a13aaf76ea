import { type Fulfilment, type FulfilmentNeeds, fulfilPayment } from '../domain/membership/fulfil-payment.ts';
import { DAYS_BACK, type Payments } from '../domain/membership/payments.ts';

/** Catches up with the provider: what the webhook and the member's Confirm both missed (account area, section 2). */
export async function reconcilePayments(
  needs: FulfilmentNeeds & { payments: Pick<Payments, 'paidCheckouts'> },
): Promise<Map<Fulfilment | 'failed', number>> {
  const { clock, payments, report } = needs;
  const since = new Date(clock().getTime() - DAYS_BACK * 86_400_000);
  const counts = new Map<Fulfilment | 'failed', number>();
  const count = (result: Fulfilment | 'failed') => counts.set(result, (counts.get(result) ?? 0) + 1);
  try {
    for await (const checkout of payments.paidCheckouts(since)) {
      try {
        count(await fulfilPayment(needs, checkout));
      } catch (cause) {
        count('failed');
        report({ level: 'error', event: 'payment-not-fulfilled', paymentId: checkout.paymentId, cause });
      }
    }
  } catch (cause) {
    report({ level: 'error', event: 'payment-provider-unreachable', cause });
  }
  report({ level: 'info', event: 'payments-reconciled', ...Object.fromEntries(counts) });
  return counts;
}
