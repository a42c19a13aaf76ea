import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isLiveKey } from '../../functions/handlers/dependencies.ts';
import type { Checkout } from '../../functions/platform/payment-provider.ts';
import type { LogEntry } from '../../functions/platform/runtime.ts';
import { parseCheckout, STRIPE_API, stripePaymentProvider } from '../../functions/platform/stripe.ts';
import { startEmulatorServer } from '../../infra/local/emulators/aws-server.ts';
import { type StripeEmulator, startStripe } from '../../infra/local/emulators/stripe.ts';
import { paymentLinks } from '../../infra/local/emulators/stripe-catalogue.ts';
import { WEBHOOK_SECRET } from '../support/api/checkout.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const HOST = 'http://localhost:8080';
const linkIds = paymentLinks.map(({ id }) => id);

let folder: string;
let now: Date;
let stripe: StripeEmulator;
let reports: LogEntry[];

const report = (event: LogEntry) => reports.push(event);

beforeEach(async () => {
  folder = temporaryFolder();
  now = new Date('2026-11-21T08:00:00Z');
  reports = [];
  stripe = await startStripe({ folder, clock: () => now, publicUrl: () => HOST });
});
afterEach(() => stripe.close());

const provider = (given: { key?: string; api?: string; linkIds?: readonly string[] } = {}) =>
  stripePaymentProvider(
    { key: 'sk_test_local', webhookSecret: WEBHOOK_SECRET, api: stripe.apiUrl, linkIds, ...given },
    report,
  );

async function paidSince(since: string, payments = provider()): Promise<Checkout[]> {
  const found: Checkout[] = [];
  for await (const checkout of payments.listPaidCheckouts(new Date(since))) found.push(checkout);
  return found;
}

async function pay(address: string, card = '4242424242424242', minutesToType = 0) {
  const page = await (await stripe.routes.request(`/pay/${address}`)).text();
  now = new Date(now.getTime() + minutesToType * 60_000);
  const session = /name="session" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const body = new URLSearchParams({ session, card });
  return stripe.routes.request(`/pay/${address}`, { method: 'POST', body });
}

describe("Stripe's own client on the card page's payments", () => {
  it('reads a payment as a checkout, at the time of the charge', async () => {
    await pay('professional?client_reference_id=ref-1', '4242424242424242', 7);
    const [checkout] = await paidSince('2026-11-01');
    expect(checkout).toEqual({
      paymentId: expect.stringMatching(/^pi_/),
      paid: true,
      paidAt: new Date('2026-11-21T08:07:00Z'),
      live: false,
      currency: 'HKD',
      amountMinorUnits: 36_000,
      linkId: 'plink_local_professional',
      reference: 'ref-1',
      isRefundedOrDisputed: false,
      refundedMinorUnits: 0,
      receiptUrl: expect.stringMatching(/^http:\/\/localhost:8080\/_local\/pay\/receipts\/ch_/),
      receiptNumber: 'LOCAL-0001',
    });
    const receipt = await stripe.routes.request(checkout?.receiptUrl.replace(`${HOST}/_local`, '') ?? '');
    expect(receipt.status).toBe(200);
  });

  it('has no reference if the address had none that Stripe accepts', async () => {
    await pay('student');
    await pay('student?client_reference_id=a%20b');
    expect((await paidSince('2026-11-01')).map(({ reference }) => reference)).toEqual(['', '']);
  });

  it('leaves out sessions that are open, declined or unconfirmed', async () => {
    await stripe.routes.request('/pay/professional');
    await pay('professional', '4000000000000002');
    await pay('professional?client_reference_id=slow', '4000000000003220');
    expect(await paidSince('2026-11-01')).toEqual([]);
    const requested = now;
    now = new Date(now.getTime() + 5_000);
    expect(await paidSince('2026-11-01')).toMatchObject([{ reference: 'slow', paidAt: requested }]);
  });

  it('leaves out other pages and older sessions', async () => {
    await pay('professional?client_reference_id=old');
    now = new Date('2026-11-22T08:00:00Z');
    await pay('professional?client_reference_id=new');
    await pay('student?client_reference_id=student');
    const references = async (since: string, ours?: string[]) =>
      (await paidSince(since, provider(ours && { linkIds: ours }))).map(({ reference }) => reference);
    expect(await references('2026-11-21T08:00:00Z')).toEqual(['student', 'new', 'old']);
    expect(await references('2026-11-21T08:00:01Z')).toEqual(['student', 'new']);
    expect(await references('2026-11-01', ['plink_local_student'])).toEqual(['student']);
  });

  it('reads page after page', async () => {
    await stripe.close();
    const sessions = Array.from({ length: 250 }, (_, index) => ({
      id: `cs_test_${index}`,
      linkId: 'plink_local_student',
      reference: `ref-${index}`,
      openedAt: '2026-11-20T08:00:00.000Z',
      payment: {
        intent: `pi_${index}`,
        charge: `ch_${index}`,
        receiptNumber: `LOCAL-${index}`,
        lastDigits: '4242',
        paidAt: '2026-11-20T08:00:00.000Z',
        confirmedAt: '2026-11-20T08:00:00.000Z',
      },
    }));
    await writeFile(join(folder, 'payments.json'), JSON.stringify(sessions));
    stripe = await startStripe({ folder, clock: () => now, publicUrl: () => HOST });
    expect((await paidSince('2026-11-01')).map(({ paymentId }) => paymentId)).toEqual(
      sessions.map(({ payment }) => payment.intent),
    );
  });

  it('reports the reason if Stripe rejects the call or does not answer', async () => {
    const elsewhere = await startEmulatorServer(async (_, response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end('{"error":{"type":"invalid_request_error","message":"Invalid API Key provided."}}');
    });
    await expect(paidSince('2026-11-01', provider({ api: elsewhere.url }))).rejects.toThrow(
      'Invalid API Key',
    );
    await elsewhere.close();
    await expect(paidSince('2026-11-01', provider({ api: elsewhere.url }))).rejects.toThrow(
      'connection to Stripe',
    );
  });

  it.each(['sk_live_abc', 'rk_live_abc', 'rk_test_abc', 'abc', ''])(
    'never sends the key "%s" over plain HTTP',
    (key) => {
      expect(() => provider({ key })).toThrow(
        `Only a key of Stripe's test mode may travel to ${stripe.apiUrl}`,
      );
    },
  );

  it.each([
    ['sk_live_abc', true],
    ['rk_live_abc', true],
    ['sk_test_abc', false],
    ['sk_test_local', false],
  ])('%s moves real money: %s', (key, live) => {
    expect(isLiveKey(key)).toBe(live);
  });
});

/** A session as Stripe sends it, with only the fields that are read. */
const session = (fields: object = {}, charge: object = {}) => ({
  id: 'cs_live_1',
  status: 'complete',
  livemode: true,
  payment_status: 'paid',
  payment_link: 'plink_local_student',
  client_reference_id: null,
  currency: 'hkd',
  amount_total: 12_000,
  payment_intent: {
    id: 'pi_1',
    latest_charge: {
      created: 1_795_248_000,
      amount_refunded: 0,
      disputed: false,
      receipt_url: 'https://pay.stripe.com/receipts/abc',
      receipt_number: null,
      ...charge,
    },
  },
  ...fields,
});

describe('a checkout session', () => {
  it.each<[string, object, object, Partial<Checkout>]>([
    ['real money', {}, {}, { live: true, receiptNumber: '', reference: '' }],
    ['under way', { payment_status: 'unpaid' }, {}, { paid: false }],
    ['free of charge', { payment_status: 'no_payment_required' }, {}, { paid: false }],
    ['another currency', { currency: 'usd' }, {}, { currency: 'USD' }],
    ['no page', { payment_link: null }, {}, { linkId: '' }],
    ['given back in part', {}, { amount_refunded: 1 }, { isRefundedOrDisputed: true, refundedMinorUnits: 1 }],
    ['disputed', {}, { disputed: true }, { isRefundedOrDisputed: true }],
    ['no receipt', {}, { receipt_url: null }, { receiptUrl: '' }],
    ['a receipt elsewhere', {}, { receipt_url: 'https://stripe.com.evil.example/r' }, { receiptUrl: '' }],
    ['a receipt on a look-alike', {}, { receipt_url: 'https://pay-stripe.com/r' }, { receiptUrl: '' }],
    ['an open receipt', {}, { receipt_url: 'http://pay.stripe.com/r' }, { receiptUrl: '' }],
    ['a script for a receipt', {}, { receipt_url: 'javascript:alert(1)' }, { receiptUrl: '' }],
    ['the receipt', {}, {}, { receiptUrl: 'https://pay.stripe.com/receipts/abc' }],
  ])('%s', (_, fields, charge, expected) => {
    expect(parseCheckout(session(fields, charge), STRIPE_API).data).toMatchObject(expected);
  });

  it('that cannot be parsed is logged and skipped', async () => {
    const data = [
      session({ id: 'cs_odd', payment_intent: null }),
      session({ id: 'cs_odder' }, { created: 'yesterday' }),
      session({ id: 'cs_fine' }),
    ];
    const odd = await startEmulatorServer(async (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ object: 'list', has_more: false, data }));
    });
    expect(await paidSince('2026-11-01', provider({ api: odd.url }))).toMatchObject([{ paymentId: 'pi_1' }]);
    await odd.close();
    expect(reports).toMatchObject([
      { level: 'error', event: 'checkout-invalid', checkout: 'cs_odd' },
      { level: 'error', event: 'checkout-invalid', checkout: 'cs_odder' },
    ]);
  });
});
