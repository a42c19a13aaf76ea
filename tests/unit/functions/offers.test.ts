import { describe, expect, it } from 'vitest';
import { paymentOffers } from '../../../functions/payments/payment.ts';
import { paymentLinks } from '../../../infra/local/emulators/stripe-catalogue.ts';
import { member } from '../../support/api/make.ts';

const offers = (end: string, now: string, paymentReference = 'abc') =>
  paymentOffers(paymentLinks, member({ activeUntil: end, paymentReference }), new Date(now));

describe('the offers to a member', () => {
  it.each([
    ['', '2026-10-31T15:59:59Z', '2027-01-01'],
    ['', '2026-10-31T16:00:00Z', '2028-01-01'],
    ['2027-01-01', '2026-03-02T08:00:00Z', '2028-01-01'],
  ])('with an expiry of "%s" at %s are valid until %s', (end, now, validUntil) => {
    expect(offers(end, now).map((offer) => offer.validUntil)).toEqual([validUntil, validUntil]);
  });

  it('are empty to the end of the year that comes before a paid one', () =>
    expect(offers('2028-01-01', '2026-12-31T15:59:59Z')).toEqual([]));

  it('identify the member to the hosted page by the reference only', () => {
    expect(offers('', '2026-03-02T08:00:00Z', 'a&b=c').map(({ url }) => url)).toEqual([
      '/_local/pay/professional?client_reference_id=a%26b%3Dc',
      '/_local/pay/student?client_reference_id=a%26b%3Dc',
    ]);
  });
});
