import { randomBytes } from 'node:crypto';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import Stripe from 'stripe';
import { startEmulatorServer } from './aws-server.ts';
import { cardRoutes } from './card-routes.ts';
import { chargeObject, checkoutObject, type StripeContext, stripeApi } from './stripe-api.ts';
import {
  type CompletedSession,
  openStripeLedger,
  type StripeLedger,
  type WebhookEvent,
} from './stripe-ledger.ts';

export interface StripeOptions {
  /** The folder that stores the payments. */
  folder: string;
  clock: () => Date;
  /** The origin under which people open the card page. */
  publicUrl: () => string;
  webhookUrl?: () => string;
}

export interface StripeEmulator {
  /** Below `/_local`: the card page and its receipts. */
  readonly routes: Hono;
  /** Origin of the emulated API of Stripe. */
  readonly apiUrl: string;
  /** Signs the webhooks; a new one at each start. */
  readonly webhookSecret: string;
  /** Sends the webhooks that are due; resolves to the number that the product accepted. */
  sendWebhooks(): Promise<number>;
  close(): Promise<void>;
}

/** Emulates Stripe: its hosted page on the product's own port, its API on another one. */
export async function startStripe({
  folder,
  clock,
  publicUrl,
  webhookUrl = () => `${publicUrl()}/api/payments/webhook`,
}: StripeOptions): Promise<StripeEmulator> {
  const ledger = await openStripeLedger(folder, clock);
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`;
  const answer = getRequestListener(stripeApi(ledger, clock, publicUrl).fetch);
  const api = await startEmulatorServer(async (request, response) => {
    await answer(request, response);
  });
  const send = () =>
    sendDueEvents(ledger, { url: webhookUrl(), secret: webhookSecret, clock, publicUrl: publicUrl() });
  return {
    routes: cardRoutes(ledger, clock),
    apiUrl: api.url,
    webhookSecret,
    sendWebhooks: send,
    close: api.close,
  };
}

const MOST_FAILURES = 8;
const FIRST_PAUSE_MILLISECONDS = 2000;

function bodyOf(
  { id, type, dueAt }: WebhookEvent,
  session: CompletedSession,
  context: StripeContext,
): string {
  const { charge, intent } = session.payment;
  const objects: Record<WebhookEvent['type'], () => object> = {
    'checkout.session.completed': () => checkoutObject(session, [], context),
    'checkout.session.async_payment_succeeded': () => checkoutObject(session, [], context),
    'charge.refunded': () => chargeObject(session, context),
    'charge.dispute.created': () => ({ id: `dp_${id}`, object: 'dispute', charge, payment_intent: intent }),
  };
  return JSON.stringify({
    id,
    object: 'event',
    created: Math.floor(Date.parse(dueAt) / 1000),
    livemode: false,
    type,
    data: { object: objects[type]() },
  });
}

/** Sends the due webhooks, signed as Stripe signs them; resolves to the number that the product accepted. */
async function sendDueEvents(
  ledger: StripeLedger,
  { url, secret, clock, publicUrl }: { url: string; secret: string; clock: () => Date; publicUrl: string },
): Promise<number> {
  const now = clock();
  let taken = 0;
  for (const { session, event } of ledger.dueEvents(now)) {
    const payload = bodyOf(event, session, { now, publicUrl });
    const timestamp = Math.floor(now.getTime() / 1000);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body: payload,
    }).catch(() => undefined);
    const { failures } = event;
    if (reply?.status === 200) {
      taken += 1;
      await ledger.changeEvent(session, { ...event, times: event.times - 1 });
    } else if (failures === MOST_FAILURES) await ledger.changeEvent(session, { ...event, times: 0 });
    else {
      const dueAt = new Date(now.getTime() + FIRST_PAUSE_MILLISECONDS * 2 ** failures).toISOString();
      await ledger.changeEvent(session, { ...event, dueAt, failures: failures + 1 });
    }
  }
  return taken;
}
