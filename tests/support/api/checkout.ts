import type { PaymentRules } from '../../../functions/payments/payment.ts';
import type { Context } from '../../../functions/platform/context.ts';
import type { Checkout } from '../../../functions/platform/payment-provider.ts';
import type { Runtime } from '../../../functions/platform/runtime.ts';
import { stripePaymentProvider } from '../../../functions/platform/stripe.ts';
import { paymentLinks } from '../../../infra/local/emulators/stripe-payments.ts';

export const WEBHOOK_SECRET = 'whsec_of_the_tests';

/** Cards of the local card page. The webhook of the second one comes twice, that of the last one never. */
export const ACCEPTED = '4242 4242 4242 4242';
export const WEBHOOK_TWICE = '4000 0000 0000 0077';
export const WITHOUT_WEBHOOK = '4000 0000 0000 0341';

/** The rules of the local card page. */
export const localPaymentRules: PaymentRules = { live: false, links: paymentLinks };

/** Stripe's client for an emulator, as it is handed in. */
export const providerAt =
  (
    api: string,
    log: Runtime['log'],
    webhookSecret = WEBHOOK_SECRET,
    linkIds = paymentLinks.map(({ id }) => id),
  ): Context['loadProvider'] =>
  async () =>
    stripePaymentProvider({ key: 'sk_test_local', webhookSecret, api, linkIds }, log);

export const paymentRules: PaymentRules = {
  live: true,
  links: [
    { id: 'plink_professional', type: 'professional', url: 'https://pay.example', feeMinorUnits: 36_000 },
    { id: 'plink_student', type: 'student', url: 'https://pay.example', feeMinorUnits: 12_000 },
  ],
};

/** A provider that knows these payments, each of which was made just now. */
export const providerOf =
  (...payments: Checkout[]): Context['loadProvider'] =>
  async () => ({
    async *listPaidCheckouts() {
      yield* payments;
    },
    async *listMemberCheckouts(wanted) {
      yield* payments.filter(({ reference }) => reference === wanted);
    },
    verifyEvent: async (id) => ({ id, checkout: { paymentId: payments[0]?.paymentId ?? '' } }),
    findCheckout: async (wanted) =>
      payments.find(({ paymentId }) => 'paymentId' in wanted && paymentId === wanted.paymentId),
  });

/** A valid payment of a professional member's fee, with no payer until `reference` is set. */
export const checkout = (given: Partial<Checkout> = {}): Checkout => ({
  paymentId: 'pi_3QteapotBunny0001',
  paid: true,
  paidAt: new Date('2026-03-02T08:00:00Z'),
  live: true,
  currency: 'HKD',
  amountMinorUnits: 36_000,
  linkId: 'plink_professional',
  reference: '',
  isRefundedOrDisputed: false,
  refundedMinorUnits: 0,
  receiptUrl: 'https://pay.stripe.com/receipts/payment/abc',
  receiptNumber: '1234-5678',
  ...given,
});
