/** Who reports a payment: the member's page, the provider's webhook, and the reconciliation for what both have missed. */

import type { Member } from '../members/member.ts';
import { DeadlineExceeded, withinShare } from '../platform/deadline.ts';
import type { Checkout } from '../platform/payment-provider.ts';
import { DomainError } from '../shared/domain-error.ts';
import { type FulfilmentContext, type FulfilmentResult, fulfilPayment } from './fulfil-payment.ts';
import { LOOKBACK_DAYS, type PaymentForReview } from './payment.ts';
import { findPayment, listPaymentReviews } from './payment-repository.ts';

const lookbackStart = (now: Date): Date => new Date(now.getTime() - LOOKBACK_DAYS * 86_400_000);

/** `needs-review`: the money has arrived, and a person looks at it. */
type ConfirmationResult =
  | 'confirmed'
  | 'being-recorded'
  | 'processing'
  | 'needs-review'
  | 'not-found'
  | 'unreachable';

export interface Confirmation {
  /**
   * `being-recorded` for a paid one whose recording takes longer than the call, `confirmed` if a payment extended the membership just now, `needs-review` if one has just turned out not to;
   * otherwise the outcome of the latest payment.
   */
  result: ConfirmationResult;
  /** The member's payments that a person still has to look at, whatever the result. */
  underReview: PaymentForReview[];
}

const SHARE_FOR_RECORDING = 0.8;

/** Where hundreds pay at once, each waits for its receipt's number, some of them longer than a call may take. */
const fulfilInTime = (context: FulfilmentContext, checkout: Checkout) =>
  withinShare(SHARE_FOR_RECORDING, () => fulfilPayment(context, checkout)).catch((cause: unknown) => {
    if (checkout.paid && cause instanceof DeadlineExceeded) return 'being-recorded' as const;
    throw cause;
  });

/** Fulfils this member's recent payments. */
export async function confirmPayment(
  context: FulfilmentContext,
  { uid, paymentReference }: Pick<Member, 'uid' | 'paymentReference'>,
): Promise<Confirmation> {
  const found: { result: ConfirmationResult; isNew: boolean; paidAt: Date }[] = [];
  let isUnreachable = false;
  const since = lookbackStart(context.now());
  const provider = await context.loadProvider();
  try {
    for await (const checkout of provider.listMemberCheckouts(paymentReference, since)) {
      const { paymentId, paidAt } = checkout;
      const fulfilment = await fulfilInTime(context, checkout);
      // The webhook, the next check or the reconciliation records it.
      if (fulfilment === 'being-recorded') return { result: fulfilment, underReview: [] };
      if (fulfilment === 'unpaid') found.push({ result: 'processing', isNew: false, paidAt });
      else if (fulfilment === 'fulfilled') found.push({ result: 'confirmed', isNew: true, paidAt });
      else {
        const payment = await findPayment(context, paymentId);
        const result = payment?.outcome === 'fulfilled' ? 'confirmed' : 'needs-review';
        found.push({ result, isNew: fulfilment !== 'already-recorded', paidAt });
      }
    }
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'payment-provider-unreachable') throw error;
    context.log({ level: 'warn', event: 'payment-provider-unreachable', uid, cause: error.cause });
    isUnreachable = true;
  }
  const underReview = await listPaymentReviews(context, uid);
  // Once a payment is resolved, nothing more is said about it.
  const [first] = found
    .filter(({ result }) => result !== 'needs-review' || underReview.length > 0)
    .toSorted((a, b) => newsRank(b) - newsRank(a) || b.paidAt.getTime() - a.paidAt.getTime());
  return { result: first?.result ?? (isUnreachable ? 'unreachable' : 'not-found'), underReview };
}

const newsRank = ({ result, isNew }: { result: ConfirmationResult; isNew: boolean }): number =>
  isNew ? (result === 'confirmed' ? 2 : 1) : 0;

/**
 * Handles a webhook of the provider with the same fulfilment, which makes a repeated event harmless: the provider is asked
 * again, and its payment is recorded already.
 * @throws `webhook-signature-invalid`, `payment-provider-unreachable`
 */
export async function handlePaymentEvent(
  context: FulfilmentContext,
  body: string,
  signature: string,
): Promise<void> {
  const provider = await context.loadProvider();
  const event = await provider.verifyEvent(body, signature, context.now());
  if (event === undefined) throw new DomainError('webhook-signature-invalid');
  if (event.checkout === undefined) return;
  const checkout = await provider.findCheckout(event.checkout);
  const fulfilment = checkout && (await fulfilPayment(context, checkout));
  context.log({ level: 'info', event: 'payment-event-handled', id: event.id, fulfilment });
}

/** Catches up with payments that both the webhook and the member's Confirm have missed. */
export async function reconcilePayments(
  context: FulfilmentContext,
): Promise<Map<FulfilmentResult | 'failed', number>> {
  const counts = new Map<FulfilmentResult | 'failed', number>();
  const count = (result: FulfilmentResult | 'failed') => counts.set(result, (counts.get(result) ?? 0) + 1);
  try {
    const provider = await context.loadProvider();
    for await (const checkout of provider.listPaidCheckouts(lookbackStart(context.now()))) {
      try {
        count(await fulfilPayment(context, checkout));
      } catch (cause) {
        count('failed');
        context.log({ level: 'error', event: 'payment-failed', paymentId: checkout.paymentId, cause });
      }
    }
  } catch (cause) {
    const soFar = Object.fromEntries(counts);
    context.log({ level: 'error', event: 'payment-provider-unreachable', ...soFar, cause });
    return counts;
  }
  context.log({ level: 'info', event: 'payments-reconciled', ...Object.fromEntries(counts) });
  return counts;
}
