import type * as z from 'zod/mini';
import { getMembership, type MembershipRecord, type PaymentLink } from '#contract/membership';
import * as contract from '#contract/payments';
import { accessMethodNames, membershipTypeNames } from '#shared/choices';
import { hongKongDate } from '#shared/hong-kong';
import { nextTerm, validUntil } from '#shared/membership-periods';
import { CURRENCY, toUnits } from '#shared/money';
import type { Caller, Member } from '../members/member.ts';
import { listTerms } from '../memberships/repository.ts';
import type { Term } from '../memberships/term.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Router } from '../platform/http/router.ts';
import { DomainError } from '../shared/domain-error.ts';
import { confirmPayment } from './confirm-payment.ts';
import { type FulfilmentContext, handlePaymentEvent } from './fulfil-payment.ts';
import { linkReceipt } from './open-receipt.ts';
import type { HostedPage } from './payment.ts';
import { findReceipt, listPaymentReviews, listReceipts } from './repository.ts';

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
        links: paymentLinks(context.paymentRules.links, member, context.now()),
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

  on.guarded(contract.confirmPayment, ({ caller }) => confirmPayment(context, caller.member));

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

/** The pages on which the member can pay now. None if a payment would extend nothing: the member is paid a year ahead. */
function paymentLinks(
  pages: readonly HostedPage[],
  { emailVerified, paymentReference, activePeriods }: Member,
  now: Date,
): PaymentLink[] {
  const period = nextTerm(activePeriods, hongKongDate(now));
  if (!period) return [];
  const until = validUntil(activePeriods, period);
  return pages.map(({ type, url, feeMinorUnits }) => ({
    type: membershipTypeNames[type],
    fee: toUnits(feeMinorUnits),
    currency: CURRENCY,
    url: emailVerified ? `${url}?client_reference_id=${encodeURIComponent(paymentReference)}` : '',
    validUntil: until,
  }));
}
