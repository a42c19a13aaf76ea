import Stripe from 'stripe';
import * as z from 'zod/mini';
import type { Payments } from '../payments/payment.ts';
import { currentDeadline } from './deadline.ts';
import type { Runtime } from './runtime.ts';
import { parseCheckout } from './stripe-checkout.ts';
import { openEvent } from './stripe-events.ts';
import type { StripeSettings } from './stripe-settings.ts';

const REQUEST_MILLISECONDS = 3000;
const PAGE_SIZE = 100;

/** While a member waits: no further page is asked for after four seconds, and the last one has two and a half. */
const WAITING = { timeout: 2500 };
const MEMBER_WAIT_MS = 4000;

const Outline = z.object({
  id: z.string(),
  status: z.nullable(z.string()),
  payment_status: z.string(),
  payment_link: z.nullable(z.string()),
  client_reference_id: z.nullable(z.string()),
});

export function stripePaymentProvider(settings: StripeSettings, report: Runtime['log']): Payments {
  const { key, webhookSecret, linkIds, api } = settings;
  const stripe = new Stripe(key, {
    ...address(settings),
    // Of the library's two clients only this one's time-out covers the whole reply.
    httpClient: Stripe.createFetchHttpClient(fetchInTime),
    timeout: REQUEST_MILLISECONDS,
    // The member presses the button again, the webhook comes again, and the job runs every quarter of an hour.
    maxNetworkRetries: 0,
    telemetry: false,
  });

  const finishedSince = (since: Date) =>
    ({ created: { gte: Math.floor(since.getTime() / 1000) }, status: 'complete', limit: PAGE_SIZE }) as const;
  const isOurs = ({ payment_link }: z.output<typeof Outline>) => linkIds.includes(payment_link ?? '');

  const read = (id: string, session: unknown) => {
    const checkout = parseCheckout(session, api);
    if (checkout.success) return checkout.data;
    // One that cannot be read must not stand in the way of the others.
    report({ level: 'error', event: 'checkout-invalid', checkout: id, cause: checkout.error });
    return undefined;
  };

  /** In full, as it is now. */
  const retrieve = async (id: string, options: Stripe.RequestOptions = {}) =>
    read(
      id,
      await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] }, options),
    );

  return {
    async *listPaidCheckouts(since) {
      const expand = ['data.payment_intent.latest_charge'];
      for await (const session of stripe.checkout.sessions.list({ ...finishedSince(since), expand })) {
        const outline = Outline.parse(session);
        if (outline.payment_status !== 'paid' || !isOurs(outline)) continue;
        const checkout = read(outline.id, session);
        if (checkout) yield checkout;
      }
    },

    async *listMemberCheckouts(reference, since) {
      const startedAt = performance.now();
      try {
        // Stripe cannot search by reference: the pages are light, and only the member's own are read in full.
        for await (const session of stripe.checkout.sessions.list(finishedSince(since), WAITING)) {
          const outline = Outline.parse(session);
          if (outline.client_reference_id === reference && isOurs(outline)) {
            const checkout = await retrieve(outline.id, WAITING);
            if (checkout) yield checkout;
          }
          if (performance.now() - startedAt > MEMBER_WAIT_MS) throw new Error('Stripe is too slow');
        }
      } catch (cause) {
        yield { unreachable: cause };
      }
    },

    verifyEvent: async (body, signature, now) =>
      webhookSecret === undefined ? undefined : openEvent(stripe, webhookSecret, body, signature, now),

    async find(checkout) {
      try {
        const [session] =
          'id' in checkout
            ? [await stripe.checkout.sessions.retrieve(checkout.id, {}, WAITING)]
            : (await stripe.checkout.sessions.list({ payment_intent: checkout.paymentId }, WAITING)).data;
        if (session === undefined) return undefined;
        const outline = Outline.parse(session);
        return outline.status === 'complete' && isOurs(outline)
          ? await retrieve(outline.id, WAITING)
          : undefined;
      } catch (cause) {
        if (cause instanceof Stripe.errors.StripeInvalidRequestError && cause.statusCode === 404)
          return undefined;
        return { unreachable: cause };
      }
    },
  };
}

/** Ends with the library's time-out or with the deadline of the request or run. */
const fetchInTime: typeof fetch = (url, init = {}) => {
  const signals = [init.signal, currentDeadline()?.signal].flatMap((signal) => signal ?? []);
  return fetch(url, { ...init, signal: AbortSignal.any(signals) });
};

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
