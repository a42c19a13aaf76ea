import { createHmac, randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { cardRoutes } from './card-pages.ts';
import {
  type CheckoutSession,
  type CompletedSession,
  isComplete,
  isPaid,
  isReversed,
  newId,
  openStripeLedger,
  paymentLinks,
  type StripeLedger,
  type TestCard,
} from './stripe-payments.ts';

export interface StripeOptions {
  /** The folder that stores the payments. */
  folder: string;
  clock: () => Date;
  /** The origin under which people open the card page, and which gets the webhooks. */
  publicUrl: string;
}

/** Emulates Stripe: its hosted page, its API and its webhooks. */
export async function openStripe({ folder, clock, publicUrl }: StripeOptions) {
  const ledger = await openStripeLedger(folder, clock);
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`;
  const moment = () => ({ now: clock(), publicUrl });
  /** In memory: a payment whose webhook is lost is found by the job that reconciles payments. */
  let webhooks: Webhook[] = [];
  return {
    /** Below `/_local/pay`: the card page and its receipts. */
    routes: cardRoutes(ledger, clock, (paid, card) => webhooks.push(...webhooksOf(paid, card))),
    /** Below the origin of the emulated API. */
    api: stripeApi(ledger, moment),
    /** Signs the webhooks; a new one at each start. */
    webhookSecret,
    /** Sends each webhook that is due; resolves to the number that the product accepted. */
    async sendWebhooks(): Promise<number> {
      const now = clock().getTime();
      const due = webhooks.filter(({ dueAt }) => dueAt <= now);
      webhooks = webhooks.filter((each) => !due.includes(each));
      let accepted = 0;
      for (const webhook of due) {
        if (await sendWebhook(webhookSecret, webhook, moment())) accepted += 1;
        if (webhook.times > 1) webhooks.push({ ...webhook, times: webhook.times - 1 });
      }
      return accepted;
    },
  };
}

const PARAMETERS = /^(created\[gte\]|status|payment_intent|limit|expand\[\d*\])$/;

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

  // All on one page: real Stripe's lists go on after a hundred.
  api.get('/checkout/sessions', ({ req, json }) => {
    const { payment_intent: intent, 'created[gte]': since = 0 } = req.query();
    const data = ledger
      .all()
      .filter(({ payment }) => intent === undefined || payment.intent === intent)
      .map((session) => checkoutObject(session, moment(), isExpanded(req.url)))
      .filter(({ created }) => created >= Number(since));
    return json({ object: 'list', url: req.path, has_more: false, data });
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

interface Webhook {
  id: string;
  type: string;
  session: CompletedSession;
  dueAt: number;
  /** How many times it is still to be sent. */
  times: number;
}

/** The webhooks about a payment with this card. */
function webhooksOf(session: CompletedSession, card: TestCard): Webhook[] {
  const { delaySeconds = 0, webhook = { times: 1, afterSeconds: 0 }, isRefundedOrDisputed: reversal } = card;
  const paidAt = Date.parse(session.payment.paidAt);
  const about = (type: string, afterSeconds: number): Webhook => ({
    id: newId('evt'),
    type,
    session,
    dueAt: paidAt + afterSeconds * 1000,
    times: webhook.times,
  });
  const webhooks = [about('checkout.session.completed', webhook.afterSeconds)];
  if (delaySeconds > 0) webhooks.push(about('checkout.session.async_payment_succeeded', delaySeconds));
  if (reversal?.by === 'refund') webhooks.push(about('charge.refunded', reversal.afterSeconds));
  if (reversal?.by === 'dispute') webhooks.push(about('charge.dispute.created', reversal.afterSeconds));
  return webhooks.filter(({ times }) => times > 0);
}

/** Signs and sends it as Stripe does; resolves to whether the product accepted it. */
async function sendWebhook(
  secret: string,
  { id, type, session, dueAt }: Webhook,
  moment: Moment,
): Promise<boolean> {
  const { charge, intent } = session.payment;
  const object = type.startsWith('checkout.')
    ? checkoutObject(session, moment, false)
    : type === 'charge.refunded'
      ? chargeObject(session, moment)
      : { id: `dp_${id}`, object: 'dispute', charge, payment_intent: intent };
  const created = Math.floor(dueAt / 1000);
  const body = JSON.stringify({ id, object: 'event', created, livemode: false, type, data: { object } });
  const timestamp = Math.floor(moment.now.getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': `t=${timestamp},v1=${signature}`,
  };
  const reply = await fetch(`${moment.publicUrl}/api/payments/webhook`, {
    method: 'POST',
    headers,
    body,
  }).catch(() => undefined);
  return reply?.status === 200;
}
