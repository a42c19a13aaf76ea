import { describe, expect, it } from 'vitest';
import { hostedPages } from '../../../functions/handlers/dependencies.ts';
import { PaymentConfig } from '../../../functions/platform/config.ts';
import { paymentLinks } from '../../../infra/local/emulators/stripe-catalogue.ts';

it("the card page asks for the association's fees", () => {
  const requested = hostedPages(paymentLinks);
  expect(requested.map(({ feeMinorUnits }) => feeMinorUnits)).toEqual(
    paymentLinks.map(({ feeMinorUnits }) => feeMinorUnits),
  );
});

describe('the address of a hosted page', () => {
  const isTaken = (url: string) =>
    PaymentConfig.shape.PAYMENT_LINKS.safeParse(JSON.stringify([{ id: 'plink_1', type: 'student', url }]))
      .success;

  it.each(['https://buy.stripe.com/abc', '/_local/pay/student'])('can be %s', (url) => {
    expect(isTaken(url)).toBe(true);
  });

  it.each([
    'http://buy.stripe.com/abc',
    'https://buy.stripe.com/abc?prefilled_email=x',
    '//buy.stripe.com/abc',
    'javascript:alert(1)',
  ])('cannot be "%s"', (url) => {
    expect(isTaken(url)).toBe(false);
  });
});
