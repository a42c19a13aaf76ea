import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { StripeLedger } from './stripe-ledger.ts';
import { checkoutObject, type StripeExpansion } from './stripe-objects.ts';

const EXPANSIONS: readonly StripeExpansion[] = ['payment_intent', 'payment_intent.latest_charge'];
const PARAMETERS = ['created[gte]', 'status', 'payment_link', 'payment_intent', 'limit', 'starting_after'];

/** The part of Stripe's API that the product reads; all else is refused as Stripe refuses. */
export function stripeApi(ledger: StripeLedger, clock: () => Date, publicUrl: () => string): Hono {
  const api = new Hono();
  const surroundings = () => ({ now: clock(), publicUrl: publicUrl() });

  api.use(async (context, next) => {
    const credentials = context.req.header('authorization') ?? '';
    if (!credentials.startsWith('Bearer sk_test_')) throw refusal(401, 'Invalid API Key provided.');
    await next();
  });

  api.get('/v1/checkout/sessions', (context) => {
    const query = new URL(context.req.url).searchParams;
    const expand = expansions(query, 'data.');
    const unknown = [...query.keys()].find((name) => !PARAMETERS.includes(name) && !isExpand(name));
    if (unknown) throw refusal(400, `Received unknown parameter: ${unknown}`);

    const asked = (name: string, value: string) => (query.get(name) ?? value) === value;
    const rows = ledger
      .all()
      .filter(({ payment }) => asked('payment_intent', payment?.intent ?? ''))
      .map((session) => checkoutObject(session, expand, surroundings()))
      .filter((row) => row.created >= Number(query.get('created[gte]') ?? 0))
      .filter((row) => asked('status', row.status) && asked('payment_link', row.payment_link));
    const start = 1 + rows.findIndex(({ id }) => id === query.get('starting_after'));
    const end = start + Math.min(Number(query.get('limit') ?? 10), 100);
    const has_more = end < rows.length;
    return context.json({ object: 'list', url: context.req.path, has_more, data: rows.slice(start, end) });
  });

  api.get('/v1/checkout/sessions/:id', (context) => {
    const session = ledger.find(context.req.param('id'));
    if (!session) throw refusal(404, `No such checkout.session: '${context.req.param('id')}'`);
    const expand = expansions(new URL(context.req.url).searchParams, '');
    return context.json(checkoutObject(session, expand, surroundings()));
  });

  // The client takes every body without `error` for a success, whatever its status.
  const errorBody = (message: string) => ({ error: { type: 'invalid_request_error', message } });
  api.notFound((context) =>
    context.json(errorBody(`Unrecognized request URL (${context.req.method}: ${context.req.path}).`), 404),
  );
  api.onError((error, context) => {
    if (error instanceof HTTPException) return context.json(errorBody(error.message), error.status);
    console.error(error);
    return context.json({ error: { type: 'api_error', message: 'The stand-in failed.' } }, 500);
  });
  return api;
}

const refusal = (status: 400 | 401 | 404, message: string) => new HTTPException(status, { message });

const isExpand = (name: string): boolean => /^expand\[\d*\]$/.test(name);

function expansions(query: URLSearchParams, prefix: string): StripeExpansion[] {
  const paths = [...query].filter(([name]) => isExpand(name)).map(([, path]) => path);
  return paths.map((path) => {
    const expansion = EXPANSIONS.find((known) => prefix + known === path);
    if (!expansion) throw refusal(400, `This property cannot be expanded (${path}).`);
    return expansion;
  });
}
