import type { ReviewReason } from '#shared/choices';
import type { Ambient } from '../ambient.ts';
import { extendMembership } from './extend-membership.ts';
import { paidTerm } from './paid-term.ts';
import { type Checkout, judgeCheckout, type PaymentRules } from './payments.ts';
import type { Terms } from './terms.ts';

export interface FulfilmentNeeds extends Ambient {
  terms: Terms;
  paymentRules: PaymentRules;
}

/** `unpaid` alone leaves no trace: the money may still come. */
export type Fulfilment = 'fulfilled' | 'already' | 'surplus' | 'unmatched' | 'wrong' | 'unpaid';

/** Turns a paid checkout into one term, however often and from wherever it is called. */
export async function fulfilPayment(needs: FulfilmentNeeds, checkout: Checkout): Promise<Fulfilment> {
  const { terms, paymentRules, report } = needs;
  const { paymentId } = checkout;
  if (!checkout.paid) return 'unpaid';
  const recorded = await terms.outcomeOf(paymentId);
  if (recorded !== undefined) {
    // Not taken away by itself: a person decides what a refund or a dispute means for the membership.
    const isNew = checkout.takenBack && recorded === 'fulfilled' && (await terms.flagTakenBack(paymentId));
    if (isNew) report({ level: 'warning', event: 'payment-taken-back', paymentId });
    return 'already';
  }

  const setAside = async (fulfilment: Fulfilment, reason: ReviewReason, uid?: string) => {
    if ((await terms.setAside(checkout, reason, uid)) === 'known') return 'already';
    report({ level: 'warning', event: 'payment-set-aside', paymentId, reason, uid });
    return fulfilment;
  };

  const link = judgeCheckout(checkout, paymentRules);
  if (typeof link === 'string') return setAside('wrong', link);

  // Only the reference names the payer: anybody can type anybody's e-mail address on the hosted page.
  const uid = await terms.uidOf(checkout.reference);
  if (uid === undefined) return setAside('unmatched', 'unmatched');

  const plan = paidTerm(needs, checkout, { type: link.type, accessMethod: 'online-payment' });
  switch (await extendMembership(terms, uid, plan, checkout)) {
    case 'added':
      report({ level: 'info', event: 'payment-fulfilled', paymentId, uid });
      return 'fulfilled';
    case 'known':
      return 'already';
    case 'unknown-member':
      return setAside('unmatched', 'unmatched', uid);
    case 'nothing-to-extend':
      return setAside('surplus', 'surplus', uid);
  }
}
