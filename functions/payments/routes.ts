import type * as z from 'zod/mini';
import { getMembership, type MembershipRecord } from '#contract/membership';
import * as contract from '#contract/payments';
import { accessMethodNames, membershipTypeNames } from '#shared/choices';
import { formatLongDate, hongKongDate } from '#shared/hong-kong';
import { membershipOn } from '#shared/membership-periods';
import { formatMoney, toUnits } from '#shared/money';
import type { Caller } from '../members/member.ts';
import { findMember } from '../members/repository.ts';
import { listTerms } from '../memberships/repository.ts';
import type { Term } from '../memberships/term.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Router } from '../platform/http/router.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { FulfilmentContext } from './fulfil-payment.ts';
import { linkReceipt } from './open-receipt.ts';
import { type PaymentOffer, paymentOffers } from './payment.ts';
import { listPaymentReviews } from './payment-repository.ts';
import { findReceipt, listReceipts } from './receipt-repository.ts';
import { type Confirmation, confirmPayment, handlePaymentEvent } from './report-payment.ts';

const confirmationMessages: Record<Exclude<Confirmation['result'], 'confirmed'>, string> = {
  'being-recorded': 'We have your payment and are still recording it. Check again in a minute.',
  processing: "Your bank hasn't confirmed the payment yet. Check again in a few minutes.",
  'needs-review':
    "We received your payment, but it didn't renew your membership automatically. Our treasurer will review it. You don't need to pay again.",
  'not-found': 'Not found yet. After you pay, synchronisation takes a few minutes.',
  unreachable:
    "Can't connect to the payment service. Your payment isn't affected. Check again in a few minutes.",
};

/** What is said after the result about payments that a person still has to look at; empty without one. */
function reviewMessage(payments: Confirmation['underReview']): string {
  const sums = payments.map(
    ({ currency, amountMinorUnits, paidAt }) =>
      `${formatMoney(currency, amountMinorUnits)} on ${formatLongDate(hongKongDate(paidAt))}`,
  );
  if (sums.length === 0) return '';
  const subject = sums.length === 1 ? 'Another payment is' : 'Other payments are';
  return ` ${subject} under review: ${sums.join(', ')}.`;
}

/** Routes for members and the payment provider. */
export function paymentRoutes(on: Router<Caller>, context: FulfilmentContext & Pick<Context, 'files'>): void {
  on.guarded(getMembership, async ({ caller: { member } }) => {
    const [terms, receipts, forReview] = await Promise.all([
      listTerms(context, member.uid),
      listReceipts(context, member.uid),
      listPaymentReviews(context, member.uid),
    ]);
    return {
      ...ok(terms.map(toRecord)),
      payment: {
        blocked: member.emailVerified ? null : ('email' as const),
        links: paymentOffers(context.paymentRules.links, member, context.now()).map((offer) => ({
          ...toLink(offer),
          ...(!member.emailVerified && { url: '' }),
        })),
      },
      cancelledReceipts: receipts.flatMap(({ number, cancelledBy }) =>
        cancelledBy === undefined ? [] : [{ receipt: number, creditNote: cancelledBy }],
      ),
      paymentsUnderReview: forReview.map(({ paymentId, paidAt, currency, amountMinorUnits, outcome }) => ({
        paymentId,
        paidOn: hongKongDate(paidAt),
        currency,
        amountMinorUnits,
        reason: outcome,
      })),
    };
  });

  on.guarded(contract.confirmPayment, async ({ caller }) => {
    const { result, underReview } = await confirmPayment(context, caller.member);
    const more = result === 'needs-review' ? '' : reviewMessage(underReview);
    if (result !== 'confirmed') return { success: false, message: confirmationMessages[result] + more };
    const { activePeriods } = (await findMember(context, caller.member.uid)) ?? caller.member;
    const { status, until } = membershipOn(activePeriods, hongKongDate(context.now()));
    const validity = status === 'active' ? ` Your membership is valid until ${formatLongDate(until)}.` : '';
    return { success: true, message: `Your payment is confirmed.${validity}${more}` };
  });

  on.guarded(contract.getReceipt, async ({ input: { number }, caller }) => {
    const found = await findReceipt(context, caller.member.uid, number);
    if (!found) throw new DomainError('receipt-not-found');
    if (!found.isReady) return { code: 0, msg: 'Your receipt is being prepared. Try again in a minute.' };
    return ok({ url: await linkReceipt(context, number) });
  });

  on.open(contract.paymentWebhook, async ({ input }) => {
    await handlePaymentEvent(context, input.text, input.signature);
    return { received: true as const };
  });
}

const toRecord = (term: Term): z.input<typeof MembershipRecord> => ({
  ...term,
  type: membershipTypeNames[term.type],
  accessMethod: accessMethodNames[term.accessMethod],
});

const toLink = ({ type, feeMinorUnits, ...offer }: PaymentOffer) => ({
  ...offer,
  type: membershipTypeNames[type],
  fee: toUnits(feeMinorUnits),
});
