import { Hono } from 'hono';
import { onTestFinished } from 'vitest';
import { findMember } from '../../../functions/members/repository.ts';
import { listTerms } from '../../../functions/memberships/repository.ts';
import { reconcilePayments } from '../../../functions/payments/fulfil-payment.ts';
import { makeReceipts } from '../../../functions/payments/make-receipts.ts';
import type { LogEntry } from '../../../functions/platform/runtime.ts';
import { serve } from '../../../infra/local/emulators/server.ts';
import { forwardedRequest } from '../../../infra/local/front.ts';
import { startStripe } from '../emulators.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { startApi } from './api.ts';
import { originSecret } from './api-environment.ts';
import { providerAt } from './checkout.ts';

type Api = Awaited<ReturnType<typeof startApi>>;

/** A registered member: the row, and a token. */
async function newMember(api: Api, userName: string) {
  await api.register({ userName, email: `${userName}@example.org` });
  const { token } = (await api.signIn(userName)).body;
  const member = await api.operator.findMember(userName);
  return { ...member, token: String(token) };
}

/**
 * The API with the emulator of the payment provider, whose webhooks reach it through the local server, until the test ends.
 * The member "bunny" is about to pay.
 */
export async function startPayer() {
  const api = await startApi();
  const webhooks = new Hono().post('*', async ({ req: { raw } }) =>
    api.app.fetch(forwardedRequest(raw, await raw.arrayBuffer(), '203.0.113.9', originSecret)),
  );
  const door = await serve(webhooks);
  const stripe = await startStripe({
    folder: temporaryFolder(),
    clock: () => api.time.now,
    publicUrl: door.url,
  });
  onTestFinished(async () => {
    await Promise.all([door.close(), stripe.close()]);
  });
  const report = (event: LogEntry) => void api.reports.push(event);
  api.context.loadProvider = providerAt(stripe.url, report, stripe.webhookSecret);
  const bunny = await newMember(api, 'stanford_bunny');

  return {
    ...api,
    stripe,
    bunny,
    /** Pays on the card page with this reference; resolves to the page's reply. */
    pay: (type: 'professional' | 'student', reference: string, card = '4242424242424242') =>
      stripe.routes.request(`/${type}?client_reference_id=${reference}`, {
        method: 'POST',
        body: new URLSearchParams({ card }),
      }),
    newMember: (userName: string) => newMember(api, userName),
    reconcile: (given: Partial<Parameters<typeof reconcilePayments>[0]> = {}) =>
      reconcilePayments({ ...api.context, ...api.grantedTo('reconcile-payments'), ...given }),
    makeReceipts: (renderReceipt: Parameters<typeof makeReceipts>[0]['renderReceipt']) =>
      makeReceipts({ ...api.grantedTo('make-receipts'), renderReceipt }),
    confirm: async (token: string) =>
      (await api.post('/membership/confirm-payment', undefined, { token })).body,
    terms: () => listTerms(api.context, bunny.uid),
    expiry: async () => (await findMember(api.context, bunny.uid))?.activeUntil,
    warnings: () => api.reports.filter(({ level }) => level === 'warn').map(({ event }) => event),
  };
}
