import { randomBytes } from 'node:crypto';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { startEmulatorServer } from './aws-server.ts';
import { cardRoutes } from './card-routes.ts';
import { stripeApi } from './stripe-api.ts';
import { openStripeLedger } from './stripe-ledger.ts';
import { sendEvents } from './webhooks.ts';

export interface StripeOptions {
  /** Where what was paid is kept. */
  folder: string;
  clock: () => Date;
  /** The origin under which people reach the card page. */
  publicUrl: () => string;
  webhookUrl?: () => string;
}

export interface StripeEmulator {
  /** Below `/_local`: the card page and its receipts. */
  readonly routes: Hono;
  /** Origin of the stand-in for Stripe's API. */
  readonly apiUrl: string;
  /** Signs what the stand-in sends of itself; another one at each start. */
  readonly webhookSecret: string;
  /** Tells the product what is due; resolves to how much of it was taken. */
  sendEvents(): Promise<number>;
  close(): Promise<void>;
}

/** Stands in for Stripe: its hosted page on the product's own port, its API on one of its own. */
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
    sendEvents(ledger, { url: webhookUrl(), secret: webhookSecret, clock, publicUrl: publicUrl() });
  return {
    routes: cardRoutes(ledger, clock),
    apiUrl: api.url,
    webhookSecret,
    sendEvents: send,
    close: api.close,
  };
}
