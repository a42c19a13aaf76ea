import type { HostedPage } from '../payments/offers.ts';
import type { PaymentRules, Payments } from '../payments/payment.ts';
import { type Environment, PaymentConfig, readConfig } from '../platform/config.ts';
import type { Runtime } from '../platform/runtime.ts';
import { isLiveKey, STRIPE_API } from '../platform/stripe-settings.ts';
import { hostedPages } from './hosted-pages.ts';

/** The payment provider and what counts as a fee. The provider's library is loaded by the first call that needs it. */
export function wirePayments(
  environment: Environment,
  { log }: Pick<Runtime, 'log'>,
  webhookSecret?: string,
): { payments: Payments; paymentRules: PaymentRules; hostedPages: HostedPage[] } {
  const config = readConfig(PaymentConfig, environment);
  const links = hostedPages(config.PAYMENT_LINKS);
  const key = config.STRIPE_KEY;
  let provider: Promise<Payments> | undefined;
  const load = () => {
    provider ??= import('../platform/stripe.ts').then(({ stripePaymentProvider }) =>
      stripePaymentProvider(
        {
          key,
          webhookSecret,
          linkIds: links.map(({ id }) => id),
          api: config.STRIPE_API ?? STRIPE_API,
        },
        log,
      ),
    );
    return provider;
  };
  return {
    paymentRules: { live: isLiveKey(key), links },
    hostedPages: links,
    payments: {
      async *listPaidCheckouts(...asked) {
        yield* (await load()).listPaidCheckouts(...asked);
      },
      async *listMemberCheckouts(...asked) {
        yield* (await load()).listMemberCheckouts(...asked);
      },
      verifyEvent: async (...asked) => (await load()).verifyEvent(...asked),
      find: async (...asked) => (await load()).find(...asked),
    },
  };
}
