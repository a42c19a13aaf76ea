import { expect, it } from 'vitest';
import { paymentOffers } from '../../../functions/payments/payment.ts';
import { paymentLinks } from '../../../infra/local/emulators/stripe-catalogue.ts';
import { member } from '../../support/api/make.ts';

it.each([
  ['', '2026-10-31T16:00:00Z', ['2028-01-01', '2028-01-01']],
  ['2027-01-01', '2026-03-02T08:00:00Z', ['2028-01-01', '2028-01-01']],
  // To the end of the year that comes before a paid one.
  ['2028-01-01', '2026-12-31T15:59:59Z', []],
])('with an expiry of "%s", the offers at %s are valid until %j', (activeUntil, now, until) => {
  const offers = paymentOffers(paymentLinks, member({ activeUntil }), new Date(now));
  expect(offers.map(({ validUntil }) => validUntil)).toEqual(until);
});

it('offers identify the member to the hosted page by the reference only', () => {
  const offers = paymentOffers(paymentLinks, member({ paymentReference: 'a&b=c' }), new Date('2026-03-02'));
  expect(offers.map(({ url }) => url)).toEqual([
    '/_local/pay/professional?client_reference_id=a%26b%3Dc',
    '/_local/pay/student?client_reference_id=a%26b%3Dc',
  ]);
});
