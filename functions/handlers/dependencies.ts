import { toMinorUnits } from '#shared/money';
import site from '../../content/site.json' with { type: 'json' };
import type { PaymentSetup } from '../payments/fulfil-payment.ts';
import type { HostedPage } from '../payments/payment.ts';
import { type Environment, PaymentConfig, type PaymentLink, readConfig } from '../platform/config.ts';
import { loadOnce } from '../platform/load-once.ts';
import { argon2PasswordHasher } from '../platform/passwords.ts';
import type { Runtime } from '../platform/runtime.ts';

/** The hosted pages with the association's fees. */
export const hostedPages = (links: readonly PaymentLink[]): HostedPage[] =>
  links.map((link) => ({ ...link, feeMinorUnits: toMinorUnits(site.fees.perYear[link.type]) }));

/** Whether a Stripe key moves real money. */
export const isLiveKey = (key: string): boolean => key.includes('_live_');

/** The payment provider and the rules for fees. */
export function openPaymentProvider(
  environment: Environment,
  { log }: Pick<Runtime, 'log'>,
  webhookSecret?: string,
): PaymentSetup {
  const config = readConfig(PaymentConfig, environment);
  const links = hostedPages(config.PAYMENT_LINKS);
  const key = config.STRIPE_KEY;
  return {
    paymentRules: { live: isLiveKey(key), links },
    loadProvider: loadOnce(async () => {
      const { stripePaymentProvider } = await import('../platform/stripe.ts');
      const linkIds = links.map(({ id }) => id);
      return stripePaymentProvider({ key, webhookSecret, linkIds, api: config.STRIPE_API }, log);
    }),
  };
}

/** The archive's hash has no pepper: it is stored as a secret itself. */
export const archivePasswordHasher = argon2PasswordHasher('');

/** The hash of the archive's password, normalised so that every way of typing a letter counts. */
export const hashArchivePassword = (password: string): Promise<string> =>
  archivePasswordHasher.hash(password.normalize('NFKC'));
