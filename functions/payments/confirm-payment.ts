import type * as z from 'zod/mini';
import type * as contract from '#contract/payments';
import { formatLongDate, hongKongDate } from '#shared/hong-kong';
import { membershipOn } from '#shared/membership-periods';
import { formatMoney } from '#shared/money';
import type { Member } from '../members/member.ts';
import { findMember } from '../members/repository.ts';
import { DeadlineExceeded, withinShare } from '../platform/deadline.ts';
import type { Checkout } from '../platform/payment-provider.ts';
import { DomainError } from '../shared/domain-error.ts';
import { type FulfilmentContext, fulfilPayment, lookbackStart } from './fulfil-payment.ts';
import type { PaymentForReview } from './payment.ts';
import { findPayment, listPaymentReviews } from './repository.ts';

/** What a member is told of a payment that has not extended the membership. */
const messages = {
  'being-recorded': 'We have your payment and are still recording it. Check again in a minute.',
  processing: "Your bank hasn't confirmed the payment yet. Check again in a few minutes.",
  'needs-review':
    "We received your payment, but it didn't renew your membership automatically. Our treasurer will review it. You don't need to pay again.",
  'not-found': 'Not found yet. After you pay, synchronisation takes a few minutes.',
  unreachable:
    "Can't connect to the payment service. Your payment isn't affected. Check again in a few minutes.",
};

interface FoundPayment {
  /** `needs-review`: the money has arrived, and a person looks at it. */
  result: 'confirmed' | 'processing' | 'needs-review';
  /** Whether it was recorded just now. */
  isNew: boolean;
  paidAt: Date;
}

const SHARE_FOR_RECORDING = 0.8;

/** Where hundreds pay at once, each waits for its receipt's number, some of them longer than a call may take. */
const fulfilInTime = (context: FulfilmentContext, checkout: Checkout) =>
  withinShare(SHARE_FOR_RECORDING, () => fulfilPayment(context, checkout)).catch((cause: unknown) => {
    if (checkout.paid && cause instanceof DeadlineExceeded) return 'being-recorded' as const;
    throw cause;
  });

/**
 * Fulfils this member's recent payments. Says whether one extended the membership just now, or has just turned out not to;
 * otherwise the outcome of the latest. Payments that a person still has to look at are named besides.
 */
export async function confirmPayment(
  context: FulfilmentContext,
  payer: Pick<Member, 'uid' | 'paymentReference' | 'activePeriods'>,
): Promise<z.output<typeof contract.confirmPayment.reply>> {
  const { uid, paymentReference } = payer;
  const found: FoundPayment[] = [];
  let isUnreachable = false;
  const provider = await context.loadProvider();
  try {
    const since = lookbackStart(context.now());
    for await (const checkout of provider.listMemberCheckouts(paymentReference, since)) {
      const { paymentId, paidAt } = checkout;
      const fulfilment = await fulfilInTime(context, checkout);
      // The webhook, the next check or the reconciliation records it.
      if (fulfilment === 'being-recorded') return { success: false, message: messages[fulfilment] };
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
  const result = first?.result ?? (isUnreachable ? 'unreachable' : 'not-found');
  const more = result === 'needs-review' ? '' : reviewMessage(underReview);
  if (result !== 'confirmed') return { success: false, message: messages[result] + more };
  const { activePeriods } = (await findMember(context, uid)) ?? payer;
  const { status, until } = membershipOn(activePeriods, hongKongDate(context.now()));
  const validity = status === 'active' ? ` Your membership is valid until ${formatLongDate(until)}.` : '';
  return { success: true, message: `Your payment is confirmed.${validity}${more}` };
}

const newsRank = ({ result, isNew }: FoundPayment): number => (isNew ? (result === 'confirmed' ? 2 : 1) : 0);

/** What is said after the result about payments that a person still has to look at; empty without one. */
function reviewMessage(payments: readonly PaymentForReview[]): string {
  const sums = payments.map(
    ({ currency, amountMinorUnits, paidAt }) =>
      `${formatMoney(currency, amountMinorUnits)} on ${formatLongDate(hongKongDate(paidAt))}`,
  );
  if (sums.length === 0) return '';
  const subject = sums.length === 1 ? 'Another payment is' : 'Other payments are';
  return ` ${subject} under review: ${sums.join(', ')}.`;
}
