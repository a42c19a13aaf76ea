import { createHmac, randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { cardRoutes } from './card-pages.ts';
import { paymentLinks } from './stripe-catalogue.ts';
import {
  type CheckoutSession,
  type CompletedSession,
  isComplete,
  isPaid,
  isReversed,
  openStripeLedger,
  type StripeLedger,
  type WebhookEvent,
} from './stripe-ledger.ts';

export interface StripeOptions {
  /** The folder that stores the payments. */
  folder: string;
  clock: () => Date;
  /** The origin under which people open the card page. */
  publicUrl: string;
  webhookUrl?: string;
}

/** Emulates Stripe: its hosted page, its API and its webhooks. */
export async function openStripe({
  folder,
  clock,
  publicUrl,
  webhookUrl = `${publicUrl}/api/payments/webhook`,
}: StripeOptions) {
  const ledger = await openStripeLedger(folder, clock);
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`;
  const moment = () => ({ now: clock(), publicUrl });
  return {
    /** Below `/_local/pay`: the card page and its receipts. */
    routes: cardRoutes(ledger, clock),
    /** Below the origin of the emulated API. */
    api: stripeApi(ledger, moment),
    /** Signs the webhooks; a new one at each start. */
    webhookSecret,
    /** Sends the webhooks that are due; resolves to the number that the product accepted. */
    sendWebhooks: () => sendDueEvents(ledger, webhookUrl, webhookSecret, moment()),
  };
}

const PARAMETERS = /^(created\[gte\]|status|payment_link|payment_intent|limit|starting_after|expand\[\d*\])$/;

/** The part of Stripe's API that the product reads; anything else gets Stripe's error. */
function stripeApi(ledger: StripeLedger, moment: () => Moment): Hono {
  const api = new Hono().basePath('/v1');

  api.use(async ({ req }, next) => {
    const credentials = req.header('authorization') ?? '';
    if (!credentials.startsWith('Bearer sk_test_')) throw stripeError(401, 'Invalid API Key provided.');
    const unknown = Object.keys(req.query()).find((name) => !PARAMETERS.test(name));
    if (unknown) throw stripeError(400, `Received unknown parameter: ${unknown}`);
    await next();
  });

  api.get('/checkout/sessions', ({ req, json }) => {
    const query = new Map(Object.entries(req.query()));
    const matches = (name: string, value: string) => (query.get(name) ?? value) === value;
    const rows = ledger
      .all()
      .filter(({ payment }) => matches('payment_intent', payment?.intent ?? ''))
      .map((session) => checkoutObject(session, moment(), isExpanded(req.url)))
      .filter((row) => row.created >= Number(query.get('created[gte]') ?? 0))
      .filter((row) => matches('status', row.status) && matches('payment_link', row.payment_link));
    const start = 1 + rows.findIndex(({ id }) => id === query.get('starting_after'));
    const end = start + Math.min(Number(query.get('limit') ?? 10), 100);
    return json({ object: 'list', url: req.path, has_more: end < rows.length, data: rows.slice(start, end) });
  });

  api.get('/checkout/sessions/:id', ({ req, json }) => {
    const session = ledger.find(req.param('id'));
    if (!session) throw stripeError(404, `No such checkout.session: '${req.param('id')}'`);
    return json(checkoutObject(session, moment(), isExpanded(req.url)));
  });

  api.all('*', ({ req }) => {
    throw stripeError(404, `Unrecognized request URL (${req.method}: ${req.path}).`);
  });
  // The client takes every body without `error` for a success, whatever its status.
  api.onError((error, { json }) => {
    const isOurs = error instanceof HTTPException;
    if (!isOurs) console.error(error);
    const message = isOurs ? error.message : 'The emulator failed.';
    return json({ error: { type: 'invalid_request_error', message } }, isOurs ? error.status : 500);
  });
  return api;
}

const stripeError = (status: 400 | 401 | 404, message: string) => new HTTPException(status, { message });

/** Whether the payment and its charge are to be in the reply, which has their ids otherwise. */
const isExpanded = (url: string): boolean => url.includes('payment_intent.latest_charge');

interface Moment {
  now: Date;
  publicUrl: string;
}

const unixTime = (instant: string): number => Math.floor(Date.parse(instant) / 1000);
const feeOf = (linkId: string): number | null =>
  paymentLinks.find(({ id }) => id === linkId)?.feeMinorUnits ?? null;

/** A checkout session in Stripe's shape, with the fields that the product reads. */
function checkoutObject(session: CheckoutSession, moment: Moment, withPayment: boolean) {
  const complete = isComplete(session) ? session : null;
  const intent = complete && { id: complete.payment.intent, latest_charge: chargeObject(complete, moment) };
  return {
    id: session.id,
    object: 'checkout.session',
    amount_total: feeOf(session.linkId),
    client_reference_id: session.reference,
    created: unixTime(session.openedAt),
    currency: 'hkd',
    livemode: false,
    payment_intent: withPayment ? intent : (intent?.id ?? null),
    payment_link: session.linkId,
    payment_status: complete && isPaid(complete, moment.now) ? 'paid' : 'unpaid',
    status: complete ? 'complete' : 'open',
  };
}

const chargeObject = (session: CompletedSession, { now, publicUrl }: Moment) => ({
  id: session.payment.charge,
  object: 'charge',
  amount_refunded: isReversed(session, 'refund', now) ? feeOf(session.linkId) : 0,
  created: unixTime(session.payment.paidAt),
  disputed: isReversed(session, 'dispute', now),
  payment_intent: session.payment.intent,
  receipt_number: session.payment.receiptNumber,
  receipt_url: `${publicUrl}/_local/pay/receipts/${session.payment.charge}`,
});

const MAX_FAILURES = 8;
const FIRST_PAUSE_MS = 2000;

/** Sends the due webhooks, signed as Stripe signs them; resolves to the number that the product accepted. */
async function sendDueEvents(
  ledger: StripeLedger,
  url: string,
  secret: string,
  moment: Moment,
): Promise<number> {
  let accepted = 0;
  for (const { session, event } of ledger.dueEvents(moment.now)) {
    const body = JSON.stringify(eventObject(event, session, moment));
    const timestamp = Math.floor(moment.now.getTime() / 1000);
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    const reply = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': `t=${timestamp},v1=${signature}`,
      },
      body,
    }).catch(() => undefined);
    const { times, failures } = event;
    if (reply?.status === 200) {
      accepted += 1;
      await ledger.changeEvent(session, { ...event, times: times - 1 });
    } else {
      const isGivenUp = failures === MAX_FAILURES;
      const dueAt = new Date(moment.now.getTime() + FIRST_PAUSE_MS * 2 ** failures).toISOString();
      await ledger.changeEvent(session, {
        ...event,
        times: isGivenUp ? 0 : times,
        dueAt,
        failures: failures + 1,
      });
    }
  }
  return accepted;
}

function eventObject({ id, type, dueAt }: WebhookEvent, session: CompletedSession, moment: Moment) {
  const { charge, intent } = session.payment;
  const objects: Record<WebhookEvent['type'], () => object> = {
    'checkout.session.completed': () => checkoutObject(session, moment, false),
    'checkout.session.async_payment_succeeded': () => checkoutObject(session, moment, false),
    'charge.refunded': () => chargeObject(session, moment),
    'charge.dispute.created': () => ({ id: `dp_${id}`, object: 'dispute', charge, payment_intent: intent }),
  };
  const object = objects[type]();
  return { id, object: 'event', created: unixTime(dueAt), livemode: false, type, data: { object } };
}
