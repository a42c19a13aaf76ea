import { type Environment, PaymentConfig, readConfig } from '../config.ts';
import type { Ambient } from '../domain/ambient.ts';
import { reconcilePayments } from '../jobs/reconcile-payments.ts';
import { isLiveKey, STRIPE_API, stripePayments } from '../payments/stripe.ts';
import { openTable } from '../store/client.ts';
import { dynamoTerms } from '../store/terms.ts';
import { hostedPages } from './hosted-pages.ts';

export function wireReconciler(environment: Environment, ambient: Ambient): () => Promise<unknown> {
  const config = readConfig(PaymentConfig, environment);
  const links = hostedPages(config.PAYMENT_LINKS);
  const key = config.STRIPE_KEY;
  const settings = { key, linkIds: links.map(({ id }) => id), api: config.STRIPE_API ?? STRIPE_API };
  const payments = stripePayments(settings, ambient.report);
  const terms = dynamoTerms(openTable(config.TABLE_NAME));
  const paymentRules = { live: isLiveKey(key), links };
  return () => reconcilePayments({ ...ambient, terms, payments, paymentRules });
}
