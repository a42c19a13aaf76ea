import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { paymentLinks } from './stripe-catalogue.ts';
import {
  type CheckoutSession,
  type CompletedSession,
  isComplete,
  isPaid,
  isReversed,
  type StripeLedger,
} from './stripe-ledger.ts';

const EXPANSIONS: readonly StripeExpansion[] = ['payment_intent', 'payment_intent.latest_charge'];
const PARAMETERS = ['created[gte]', 'status', 'payment_link', 'payment_intent', 'limit', 'starting_after'];

/** The part of Stripe's API that the product reads; anything else gets Stripe's error. */
export function stripeApi(ledger: StripeLedger, clock: () => Date, publicUrl: () => string): Hono {
  const api = new Hono();
  const stripeContext = () => ({ now: clock(), publicUrl: publicUrl() });

  api.use(async (context, next) => {
    const credentials = context.req.header('authorization') ?? '';
    if (!credentials.startsWith('Bearer sk_test_')) throw stripeError(401, 'Invalid API Key provided.');
    await next();
  });

  api.get('/v1/checkout/sessions', (context) => {
    const query = new URL(context.req.url).searchParams;
    const expand = expansions(query, 'data.');
    const unknown = [...query.keys()].find((name) => !PARAMETERS.includes(name) && !isExpand(name));
    if (unknown) throw stripeError(400, `Received unknown parameter: ${unknown}`);

    const matches = (name: string, value: string) => (query.get(name) ?? value) === value;
    const rows = ledger
      .all()
      .filter(({ payment }) => matches('payment_intent', payment?.intent ?? ''))
      .map((session) => checkoutObject(session, expand, stripeContext()))
      .filter((row) => row.created >= Number(query.get('created[gte]') ?? 0))
      .filter((row) => matches('status', row.status) && matches('payment_link', row.payment_link));
    const start = 1 + rows.findIndex(({ id }) => id === query.get('starting_after'));
    const end = start + Math.min(Number(query.get('limit') ?? 10), 100);
    const has_more = end < rows.length;
    return context.json({ object: 'list', url: context.req.path, has_more, data: rows.slice(start, end) });
  });

  api.get('/v1/checkout/sessions/:id', (context) => {
    const session = ledger.find(context.req.param('id'));
    if (!session) throw stripeError(404, `No such checkout.session: '${context.req.param('id')}'`);
    const expand = expansions(new URL(context.req.url).searchParams, '');
    return context.json(checkoutObject(session, expand, stripeContext()));
  });

  // The client takes every body without `error` for a success, whatever its status.
  const errorBody = (message: string) => ({ error: { type: 'invalid_request_error', message } });
  api.notFound((context) =>
    context.json(errorBody(`Unrecognized request URL (${context.req.method}: ${context.req.path}).`), 404),
  );
  api.onError((error, context) => {
    if (error instanceof HTTPException) return context.json(errorBody(error.message), error.status);
    console.error(error);
    return context.json({ error: { type: 'api_error', message: 'The emulator failed.' } }, 500);
  });
  return api;
}

const stripeError = (status: 400 | 401 | 404, message: string) => new HTTPException(status, { message });

const isExpand = (name: string): boolean => /^expand\[\d*\]$/.test(name);

function expansions(query: URLSearchParams, prefix: string): StripeExpansion[] {
  const paths = [...query].filter(([name]) => isExpand(name)).map(([, path]) => path);
  return paths.map((path) => {
    const expansion = EXPANSIONS.find((known) => prefix + known === path);
    if (!expansion) throw stripeError(400, `This property cannot be expanded (${path}).`);
    return expansion;
  });
}

/** What may be expanded instead of being returned as an id. */
export type StripeExpansion = 'payment_intent' | 'payment_intent.latest_charge';

export interface StripeContext {
  now: Date;
  publicUrl: string;
}

const unixTime = (instant: string): number => Math.floor(Date.parse(instant) / 1000);
const feeOf = (linkId: string): number | null =>
  paymentLinks.find(({ id }) => id === linkId)?.feeMinorUnits ?? null;

/** A checkout session in Stripe's shape. */
export function checkoutObject(
  session: CheckoutSession,
  expand: readonly StripeExpansion[],
  context: StripeContext,
) {
  const complete = isComplete(session) ? session : null;
  return {
    id: session.id,
    object: 'checkout.session',
    amount_total: feeOf(session.linkId),
    client_reference_id: session.reference,
    created: unixTime(session.openedAt),
    currency: 'hkd',
    livemode: false,
    mode: 'payment',
    payment_intent:
      complete && (expand.length > 0 ? intentObject(complete, expand, context) : complete.payment.intent),
    payment_link: session.linkId,
    payment_status: complete && isPaid(complete, context.now) ? 'paid' : 'unpaid',
    status: complete ? 'complete' : 'open',
  };
}

const intentObject = (
  session: CompletedSession,
  expand: readonly StripeExpansion[],
  context: StripeContext,
) => ({
  id: session.payment.intent,
  object: 'payment_intent',
  amount: feeOf(session.linkId),
  created: unixTime(session.openedAt),
  currency: 'hkd',
  latest_charge: expand.includes('payment_intent.latest_charge')
    ? chargeObject(session, context)
    : session.payment.charge,
  livemode: false,
  status: isPaid(session, context.now) ? 'succeeded' : 'processing',
});

export const chargeObject = (session: CompletedSession, { now, publicUrl }: StripeContext) => ({
  id: session.payment.charge,
  object: 'charge',
  amount: feeOf(session.linkId),
  amount_refunded: isReversed(session, 'refund', now) ? feeOf(session.linkId) : 0,
  created: unixTime(session.payment.paidAt),
  currency: 'hkd',
  disputed: isReversed(session, 'dispute', now),
  livemode: false,
  paid: isPaid(session, now),
  payment_intent: session.payment.intent,
  receipt_number: session.payment.receiptNumber,
  receipt_url: `${publicUrl}/_local/pay/receipts/${session.payment.charge}`,
  refunded: isReversed(session, 'refund', now),
  status: isPaid(session, now) ? 'succeeded' : 'pending',
});
