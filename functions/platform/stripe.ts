import Stripe from 'stripe';
import * as z from 'zod/mini';
import { DomainError } from '../shared/domain-error.ts';
import { currentSignal } from './deadline.ts';
import type { Checkout, PaymentEvent, PaymentProvider } from './payment-provider.ts';
import type { Runtime } from './runtime.ts';

export interface StripeSettings {
  key: string;
  /** The signing secret of Stripe's webhooks; undefined without a webhook. */
  webhookSecret: string | undefined;
  /**
   * Ids of our hosted pages. A checkout on another page is read only if it has a member's reference, as on our pages before
   * a change of the fee. Whatever else the account sells is ignored.
   */
  linkIds: readonly string[];
  /** The origin of the emulator; undefined for Stripe's own API. */
  api: string | undefined;
}

export const STRIPE_API = 'https://api.stripe.com';

const REQUEST_TIMEOUT_MS = 3000;
const PAGE_SIZE = 100;
/** Has a list of checkouts say of each what was charged. */
const LISTED_IN_FULL = ['data.payment_intent.latest_charge'];

/** The form of a member's payment reference. */
const MEMBER_REFERENCE = /^[0-9a-f]{32}$/;

/** A member waits for these: no further page is requested after four seconds, and the last one may take two and a half. */
const memberRequestOptions = { timeout: 2500 };
const MEMBER_WAIT_MS = 4000;

/** The fields that a list of checkout sessions has without expansion. */
const SessionOutline = z.object({
  id: z.string(),
  status: z.nullable(z.string()),
  payment_status: z.string(),
  payment_link: z.nullable(z.string()),
  client_reference_id: z.nullable(z.string()),
});

/** A checkout session with its payment intent and charge expanded. */
const CheckoutSession = z.object({
  livemode: z.boolean(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  payment_link: z.nullable(z.string()),
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

/** The provider over Stripe's API of checkout sessions. */
export function stripePaymentProvider(settings: StripeSettings, log: Runtime['log']): PaymentProvider {
  const { key, webhookSecret, linkIds, api = STRIPE_API } = settings;
  const stripe = new Stripe(key, {
    ...address(key, api),
    // Of the library's two HTTP clients, only this one's timeout covers the whole reply.
    httpClient: Stripe.createFetchHttpClient(fetchInTime),
    timeout: REQUEST_TIMEOUT_MS,
    // No retries: the member presses the button again, the webhook comes again, and the job runs every quarter of an
    // hour.
    maxNetworkRetries: 0,
    telemetry: false,
  });

  const finishedSince = (since: Date) =>
    ({ created: { gte: Math.floor(since.getTime() / 1000) }, status: 'complete', limit: PAGE_SIZE }) as const;
  const isOurs = ({ payment_link, client_reference_id }: z.output<typeof SessionOutline>) =>
    linkIds.includes(payment_link ?? '') || MEMBER_REFERENCE.test(client_reference_id ?? '');

  const parseOrLog = (id: string, session: unknown): Checkout | undefined => {
    const checkout = parseCheckout(session, api);
    if (checkout.success) return checkout.data;
    // One checkout that cannot be parsed must not block the others.
    log({ level: 'error', event: 'checkout-invalid', checkout: id, cause: checkout.error });
    return undefined;
  };

  const retrieve = (id: string) =>
    stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] }, memberRequestOptions);

  const findSession = async (payment_intent: string) => {
    const request = { payment_intent, expand: LISTED_IN_FULL };
    return (await stripe.checkout.sessions.list(request, memberRequestOptions)).data[0];
  };

  return {
    async *listPaidCheckouts(since) {
      const sessions = stripe.checkout.sessions.list({ ...finishedSince(since), expand: LISTED_IN_FULL });
      for await (const session of sessions) {
        const outline = SessionOutline.parse(session);
        if (outline.payment_status !== 'paid' || !isOurs(outline)) continue;
        const checkout = parseOrLog(outline.id, session);
        if (checkout) yield checkout;
      }
    },

    async *listMemberCheckouts(reference, since) {
      const startedAt = performance.now();
      try {
        // Stripe cannot search by reference: the list has little of each checkout, and only the member's own are
        // retrieved in full.
        const sessions = stripe.checkout.sessions.list(finishedSince(since), memberRequestOptions);
        for await (const session of sessions) {
          const outline = SessionOutline.parse(session);
          if (outline.client_reference_id === reference && isOurs(outline)) {
            const checkout = parseOrLog(outline.id, await retrieve(outline.id));
            if (checkout) yield checkout;
          }
          if (performance.now() - startedAt > MEMBER_WAIT_MS) throw new Error('Stripe is too slow');
        }
      } catch (cause) {
        throw unreachable(cause);
      }
    },

    verifyEvent: async (body, signature, now) =>
      webhookSecret === undefined ? undefined : verifyEvent(stripe, webhookSecret, body, signature, now),

    async findCheckout(checkout) {
      try {
        const session =
          'id' in checkout ? await retrieve(checkout.id) : await findSession(checkout.paymentId);
        if (session === undefined) return undefined;
        const outline = SessionOutline.parse(session);
        return outline.status === 'complete' && isOurs(outline) ? parseOrLog(outline.id, session) : undefined;
      } catch (cause) {
        const { StripeInvalidRequestError } = Stripe.errors;
        if (cause instanceof StripeInvalidRequestError && cause.statusCode === 404) return undefined;
        throw unreachable(cause);
      }
    },
  };
}

const unreachable = (cause: unknown) => new DomainError('payment-provider-unreachable', { cause });

/** Ends with the library's timeout or with the deadline of the request or run. */
const fetchInTime: typeof fetch = (url, init = {}) => {
  const signals = [init.signal, currentSignal()].flatMap((signal) => signal ?? []);
  return fetch(url, { ...init, signal: AbortSignal.any(signals) });
};

function address(key: string, api: string) {
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

/** Parses what came from `api`, Stripe's own or the emulator's. */
export const parseCheckout = (session: unknown, api: string) =>
  z
    .pipe(
      CheckoutSession,
      z.transform((parsed) => toCheckout(parsed, api)),
    )
    .safeParse(session);

function toCheckout(session: z.output<typeof CheckoutSession>, api: string): Checkout {
  const { id, latest_charge: charge } = session.payment_intent;
  return {
    paymentId: id,
    paid: session.payment_status === 'paid',
    paidAt: new Date(charge.created * 1000),
    live: session.livemode,
    currency: session.currency.toUpperCase(),
    amountMinorUnits: session.amount_total,
    linkId: session.payment_link ?? '',
    reference: session.client_reference_id ?? '',
    isRefundedOrDisputed: charge.amount_refunded > 0 || charge.disputed,
    refundedMinorUnits: charge.amount_refunded,
    receiptUrl: isProvidersPage(charge.receipt_url, api) ? charge.receipt_url : '',
    receiptNumber: charge.receipt_number ?? '',
  };
}

/** A link that a member follows must lead to the provider or, on a local start, to the emulator. */
function isProvidersPage(url: string | null, api: string): url is string {
  if (url === null || !URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return api.startsWith('https:')
    ? protocol === 'https:' && hostname.endsWith('.stripe.com')
    : protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname);
}

const SIGNATURE_TOLERANCE_SECONDS = 300;

/**
 * `t=<seconds>,v1=<hex of SHA-256>` with other schemes beside it (Stripe, "Verify webhook signatures manually"). For a
 * `v1` of any other shape, Stripe's library throws an error that does not say that the signature is wrong.
 */
const SIGNATURE_HEADER = /^t=\d+(?:,v1=[0-9a-f]{64}|,(?!v1\b)\w+=[^,]*)+$/;

/** Events that may complete or undo a checkout; the runbook has Stripe send exactly these. */
const CHECKOUT_EVENTS = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];
const PAYMENT_EVENTS = ['charge.refunded', 'refund.failed', 'charge.dispute.created'];

const eventOf = <Checkout extends z.ZodMiniType>(types: readonly string[], checkout: Checkout) =>
  z.object({
    id: z.string(),
    type: z.string().check(z.refine((type) => types.includes(type))),
    data: z.object({ object: checkout }),
  });
const StripePayment = z.pipe(
  z.object({ payment_intent: z.string() }),
  z.transform(({ payment_intent: paymentId }) => ({ paymentId })),
);
const StripeEvent: z.ZodMiniType<PaymentEvent> = z.pipe(
  z.union([
    eventOf(CHECKOUT_EVENTS, z.object({ id: z.string() })),
    eventOf(PAYMENT_EVENTS, StripePayment),
    z.object({ id: z.string() }),
  ]),
  z.transform(({ id, ...event }) => ('data' in event ? { id, checkout: event.data.object } : { id })),
);

/** Undefined unless Stripe signed it, at most five minutes before `now`. */
async function verifyEvent(
  stripe: Stripe,
  secret: string,
  body: string,
  signature: string,
  now: Date,
): Promise<PaymentEvent | undefined> {
  if (!SIGNATURE_HEADER.test(signature)) return undefined;
  try {
    const event = await stripe.webhooks.constructEventAsync(
      body,
      signature,
      secret,
      SIGNATURE_TOLERANCE_SECONDS,
      undefined,
      now.getTime(),
    );
    return StripeEvent.parse(event);
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
    throw cause;
  }
}
