import type { ReviewReason } from '#shared/choices';
import { extendMembership } from '../memberships/extend-membership.ts';
import type { Terms } from '../memberships/terms.ts';
import type { Runtime } from '../platform/runtime.ts';
import { paidTerm } from './paid-term.ts';
import { type Checkout, type PaymentRules, validateCheckout } from './payment.ts';

export interface FulfilmentDeps extends Runtime {
  terms: Terms;
  paymentRules: PaymentRules;
}

/** `unpaid` alone leaves no trace: the money may still come. */
export type Fulfilment = 'fulfilled' | 'already' | 'overpayment' | 'unmatched' | 'wrong' | 'unpaid';

/** Turns a paid checkout into one term, however often and from wherever it is called. */
export async function fulfilPayment(deps: FulfilmentDeps, checkout: Checkout): Promise<Fulfilment> {
  const { terms, paymentRules, log } = deps;
  const { paymentId } = checkout;
  if (!checkout.paid) return 'unpaid';
  const recorded = await terms.outcomeOf(paymentId);
  if (recorded !== undefined) {
    // Not taken away by itself: a person decides what a refund or a dispute means for the membership.
    const isNew =
      checkout.isRefundedOrDisputed &&
      recorded === 'fulfilled' &&
      (await terms.flagRefundOrDispute(paymentId));
    if (isNew) log({ level: 'warning', event: 'payment-refunded-or-disputed', paymentId });
    return 'already';
  }

  const setAside = async (fulfilment: Fulfilment, reason: ReviewReason, uid?: string) => {
    if ((await terms.setAside(checkout, reason, uid)) === 'known') return 'already';
    log({ level: 'warning', event: 'payment-needs-review', paymentId, reason, uid });
    return fulfilment;
  };

  const link = validateCheckout(checkout, paymentRules);
  if (typeof link === 'string') return setAside('wrong', link);

  // Only the reference names the payer: anybody can type anybody's e-mail address on the hosted page.
  const uid = await terms.uidOf(checkout.reference);
  if (uid === undefined) return setAside('unmatched', 'unmatched');

  const plan = paidTerm(deps, checkout, { type: link.type, accessMethod: 'online-payment' });
  switch (await extendMembership(terms, uid, plan, checkout)) {
    case 'added':
      log({ level: 'info', event: 'payment-fulfilled', paymentId, uid });
      return 'fulfilled';
    case 'known':
      return 'already';
    case 'unknown-member':
      return setAside('unmatched', 'unmatched', uid);
    case 'nothing-to-extend':
      return setAside('overpayment', 'overpayment', uid);
  }
}
