import Stripe from 'stripe';
import * as z from 'zod/mini';
import type { Ambient } from '../domain/ambient.ts';
import type { Checkout, Payments } from '../domain/membership/payments.ts';

export interface StripeSettings {
  key: string;
  /** Ids of our hosted pages; what the account sells besides is not looked at. */
  linkIds: readonly string[];
  /** `STRIPE_API`, or the origin of a stand-in. */
  api: string;
}

export const STRIPE_API = 'https://api.stripe.com';

/** Reading is safe to repeat: one retry, half a second later, so that a page comes or fails within 7 seconds. */
const REQUEST_MILLISECONDS = 3000;
const RETRIES = 1;
const PAGE_SIZE = 100;

const Outline = z.object({
  id: z.string(),
  payment_status: z.string(),
  payment_link: z.nullable(z.string()),
});

const PaidSession = z.object({
  livemode: z.boolean(),
  payment_link: z.string(),
  client_reference_id: z.nullable(z.string()),
  currency: z.string(),
  amount_total: z.int(),
  payment_intent: z.object({
    id: z.string(),
    latest_charge: z.object({
      created: z.int(),
      amount_refunded: z.int(),
      disputed: z.boolean(),
      receipt_url: z.nullable(z.string()),
      receipt_number: z.nullable(z.string()),
    }),
  }),
});

/** Whether a key works on real money. */
export const isLiveKey = (key: string): boolean => key.includes('_live_');

export function stripePayments(settings: StripeSettings, report: Ambient['report']): Payments {
  const stripe = new Stripe(settings.key, {
    ...address(settings),
    // Of the two clients only this one's time-out covers the whole reply.
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
        if (payment_status !== 'paid' || !settings.linkIds.includes(payment_link ?? '')) continue;
        const paid = PaidSession.safeParse(session);
        // One that cannot be read must not stand in the way of the others.
        if (paid.success) yield toCheckout(paid.data, settings);
        else report({ level: 'error', event: 'checkout-unreadable', checkout: id, cause: paid.error });
      }
    },
  };
}

function toCheckout(session: z.output<typeof PaidSession>, settings: StripeSettings): Checkout {
  const { id, latest_charge: charge } = session.payment_intent;
  return {
    paymentId: id,
    paid: true,
    paidAt: new Date(charge.created * 1000),
    live: session.livemode,
    currency: session.currency.toUpperCase(),
    amountMinorUnits: session.amount_total,
    linkId: session.payment_link,
    reference: session.client_reference_id ?? '',
    takenBack: charge.amount_refunded > 0 || charge.disputed,
    receiptUrl: isProvidersPage(charge.receipt_url, settings) ? charge.receipt_url : '',
    receiptNumber: charge.receipt_number ?? '',
  };
}

function address({ key, api }: StripeSettings) {
  const { protocol, hostname, port } = new URL(api);
  if (protocol === 'https:') return { host: hostname };
  if (!key.startsWith('sk_test_')) throw new Error(`Only a key of Stripe's test mode may travel to ${api}`);
  return { protocol: 'http', host: hostname, port } as const;
}

/** A member follows the link to the receipt: it leads to the provider, or on one machine to its stand-in. */
function isProvidersPage(url: string | null, { api }: StripeSettings): url is string {
  if (url === null || !URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return api === STRIPE_API
    ? protocol === 'https:' && hostname.endsWith('.stripe.com')
    : ['localhost', '127.0.0.1'].includes(hostname);
}
