import Stripe from 'stripe';
import * as z from 'zod/mini';
import type { Ambient } from '../domain/ambient.ts';
import type { Payments } from '../domain/membership/payments.ts';
import { readCheckout } from './checkout-session.ts';

export interface StripeSettings {
  key: string;
  /** Ids of our hosted pages; what the account sells besides is not looked at. */
  linkIds: readonly string[];
  /** `STRIPE_API`, or the origin of a stand-in. */
  api: string;
}

export const STRIPE_API = 'https://api.stripe.com';

/** Reading is safe to repeat. With one retry, half a second later, a page comes or fails within 7 seconds. */
const REQUEST_MILLISECONDS = 3000;
const RETRIES = 1;
const PAGE_SIZE = 100;

const Outline = z.object({
  id: z.string(),
  payment_status: z.string(),
  payment_link: z.nullable(z.string()),
});

/** Whether a key works on real money. */
export const isLiveKey = (key: string): boolean => key.includes('_live_');

export function stripePayments(settings: StripeSettings, report: Ambient['report']): Payments {
  const { key, linkIds, api } = settings;
  const stripe = new Stripe(key, {
    ...address(settings),
    // Of the library's two clients only this one's time-out covers the whole reply.
    httpClient: Stripe.createFetchHttpClient(),
    timeout: REQUEST_MILLISECONDS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  });

  return {
    async *paidCheckouts(since) {
      const sessions = stripe.checkout.sessions.list({
        created: { gte: Math.floor(since.getTime() / 1000) },
        status: 'complete',
        limit: PAGE_SIZE,
        expand: ['data.payment_intent.latest_charge'],
      });
      for await (const session of sessions) {
        const { id, payment_status, payment_link } = Outline.parse(session);
        if (payment_status !== 'paid' || !linkIds.includes(payment_link ?? '')) continue;
        const checkout = readCheckout(session, api);
        if (checkout.success) yield checkout.data;
        // One that cannot be read must not stand in the way of the others.
        else report({ level: 'error', event: 'checkout-unreadable', checkout: id, cause: checkout.error });
      }
    },
  };
}

function address({ key, api }: StripeSettings) {
  const { protocol, hostname, port } = new URL(api);
  const secure = protocol === 'https:';
  if (!secure && !key.startsWith('sk_test_')) {
    throw new Error(`Only a key of Stripe's test mode may travel to ${api}`);
  }
  return {
    protocol: secure ? 'https' : 'http',
    host: hostname,
    port: port || (secure ? 443 : 80),
  } as const;
}
