import { toMinorUnits } from '#shared/money';
import site from '../../content/site.json' with { type: 'json' };
import type { HostedPage } from '../payments/offers.ts';
import type { PaymentRules, Payments } from '../payments/payment.ts';
import { type Environment, PaymentConfig, type PaymentLink, readConfig } from '../platform/config.ts';
import { loadOnce } from '../platform/load-once.ts';
import type { Runtime } from '../platform/runtime.ts';
import { isLiveKey, STRIPE_API } from '../platform/stripe-settings.ts';

/** The hosted pages with the fees that the association asks. */
export const hostedPages = (links: readonly PaymentLink[]): HostedPage[] =>
  links.map((link) => ({ ...link, feeMinorUnits: toMinorUnits(site.fees.perYear[link.type]) }));

/** The payment provider and what counts as a fee. The provider's library is loaded by the first call that needs it. */
export function openPaymentProvider(
  environment: Environment,
  { log }: Pick<Runtime, 'log'>,
  webhookSecret?: string,
): { payments: Payments; paymentRules: PaymentRules; hostedPages: HostedPage[] } {
  const config = readConfig(PaymentConfig, environment);
  const links = hostedPages(config.PAYMENT_LINKS);
  const key = config.STRIPE_KEY;
  const load = loadOnce(async () => {
    const { stripePaymentProvider } = await import('../platform/stripe.ts');
    const linkIds = links.map(({ id }) => id);
    return stripePaymentProvider({ key, webhookSecret, linkIds, api: config.STRIPE_API ?? STRIPE_API }, log);
  });
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
