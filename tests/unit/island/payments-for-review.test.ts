import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PayerLink } from '../../../account-island/features/admin-payments/review-list.tsx';
import { resolveText } from '../../../account-island/text/admin-members.ts';
import type { PaymentForReview } from '../../../functions/contract/payments.ts';

const payment: PaymentForReview = {
  paymentId: 'pi_1',
  paidAt: '2026-03-02T08:00:00Z',
  currency: 'HKD',
  amountMinorUnits: 36_000,
  reason: 'refunded-or-disputed',
  reference: 'someone',
};
const about = { uid: '19751975' };

it('a payment to review names a payer who has deleted the account', () => {
  const markup = (given: Partial<PaymentForReview>) =>
    renderToStaticMarkup(createElement(PayerLink, { payment: { ...payment, ...given } }));
  expect(markup({ about })).toBe('Former member (account deleted)<br/><small>Membership ID 19751975</small>');
  expect(markup({})).toBe('Reference: someone');
  expect(markup({ reference: '' })).toBe('Unknown');
});

it.each([
  [{ about: { ...about, username: 'teapot' } }, /grant a membership period under Members/],
  [{ bankReference: 'FT1' }, /void the transfer under Members/],
  [{ about, bankReference: 'FT1' }, /no membership period can be granted/],
])('what to do with a payment to review fits its payer: %j', (given, advice) => {
  expect(resolveText({ ...payment, ...given })).toMatch(advice);
});
