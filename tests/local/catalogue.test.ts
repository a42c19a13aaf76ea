import { expect, it } from 'vitest';
import { hostedPages } from '../../functions/handlers/dependencies.ts';
import { PaymentConfig } from '../../functions/platform/config.ts';
import { paymentLinks } from '../../infra/local/emulators/stripe-payments.ts';

it("the card page asks for the association's fees", () => {
  const feesOf = (pages: readonly { feeMinorUnits: number }[]) => pages.map((page) => page.feeMinorUnits);
  expect(feesOf(hostedPages(paymentLinks))).toEqual(feesOf(paymentLinks));
});

it.each([
  ['https://buy.stripe.com/abc', true],
  ['/_local/pay/student', true],
  ['http://buy.stripe.com/abc', false],
  ['https://buy.stripe.com/abc?prefilled_email=x', false],
  ['//buy.stripe.com/abc', false],
])('the address of a hosted page can be %s: %s', (url, isAllowed) => {
  const links = JSON.stringify([{ id: 'plink_1', type: 'student', url }]);
  expect(PaymentConfig.shape.PAYMENT_LINKS.safeParse(links).success).toBe(isAllowed);
});
