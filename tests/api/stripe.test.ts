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

let now: Date;
let stripe: StripeEmulator;
let reports: LogEntry[];
beforeEach(async () => {
  now = new Date('2026-11-21T08:00:00Z');
  reports = [];
  const publicUrl = () => 'http://localhost:8080';
  stripe = await startStripe({ folder: temporaryFolder(), clock: () => now, publicUrl });
});
afterEach(() => stripe.close());

const allLinks = paymentLinks.map(({ id }) => id);
const provider = (given: { key?: string; api?: string; linkIds?: readonly string[] } = {}) =>
  stripePaymentProvider(
    { key: 'sk_test_local', webhookSecret: WEBHOOK_SECRET, api: stripe.apiUrl, linkIds: allLinks, ...given },
    (event) => reports.push(event),
  );
const paidSince = (since: string, payments = provider()): Promise<Checkout[]> =>
  Array.fromAsync(payments.listPaidCheckouts(new Date(since)));

async function pay(address: string, card = '4242424242424242', minutesToType = 0) {
  const page = await (await stripe.routes.request(`/pay/${address}`)).text();
  now = new Date(now.getTime() + minutesToType * 60_000);
  const session = /name="session" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const body = new URLSearchParams({ session, card });
  return stripe.routes.request(`/pay/${address}`, { method: 'POST', body });
}

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

describe("Stripe's own client", () => {
  it('reads a payment as a checkout, at the time of the charge', async () => {
    await pay('professional?client_reference_id=ref-1', '4242424242424242', 7);
    expect(await paidSince('2026-11-01')).toEqual([
      {
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
      },
    ]);
  });

  it('leaves out what is open, declined or unconfirmed, older, or of other pages', async () => {
    await pay('professional?client_reference_id=old');
    now = new Date('2026-11-22T08:00:00Z');
    await stripe.routes.request('/pay/professional');
    await pay('professional', '4000000000000002');
    await pay('professional?client_reference_id=slow', '4000000000003220');
    await pay('student?client_reference_id=student');
    const references = async (since: string, linkIds = allLinks) =>
      (await paidSince(since, provider({ linkIds }))).map(({ reference }) => reference);
    expect(await references('2026-11-21T08:00:00Z')).toEqual(['student', 'old']);
    expect(await references('2026-11-21T08:00:01Z')).toEqual(['student']);
    now = new Date(now.getTime() + 5000);
    expect(await references('2026-11-21T08:00:01Z')).toEqual(['student', 'slow']);
    expect(await references('2026-11-01', ['plink_local_student'])).toEqual(['student']);
  });

  it('reads page after page, and logs and skips what cannot be parsed', async () => {
    const odd = [
      session({ id: 'cs_odd', payment_intent: null }),
      session({ id: 'cs_odder' }, { created: '' }),
    ];
    const pages = await startEmulatorServer(async ({ url }, response) => {
      const isFirst = !url?.includes('starting_after');
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ object: 'list', has_more: isFirst, data: isFirst ? odd : [session()] }));
    });
    expect(await paidSince('2026-11-01', provider({ api: pages.url }))).toMatchObject([
      { paymentId: 'pi_1' },
    ]);
    await pages.close();
    expect(reports).toMatchObject([
      { level: 'error', event: 'checkout-invalid', checkout: 'cs_odd' },
      { level: 'error', event: 'checkout-invalid', checkout: 'cs_odder' },
    ]);
  });

  it.each(['sk_live_abc', 'rk_live_abc', 'rk_test_abc', ''])(
    'never sends the key "%s" over plain HTTP',
    (key) => {
      expect(() => provider({ key })).toThrow(
        `Only a key of Stripe's test mode may travel to ${stripe.apiUrl}`,
      );
    },
  );

  it('moves real money with a live key alone', () => {
    const keys = ['sk_live_abc', 'rk_live_abc', 'sk_test_abc', 'sk_test_local'];
    expect(keys.filter(isLiveKey)).toEqual(['sk_live_abc', 'rk_live_abc']);
  });
});

describe('a checkout session', () => {
  it.each<[string, object, object, Partial<Checkout>]>([
    ['real money', {}, {}, { live: true, receiptUrl: 'https://pay.stripe.com/receipts/abc', reference: '' }],
    ['under way', { payment_status: 'unpaid' }, {}, { paid: false }],
    ['free of charge', { payment_status: 'no_payment_required' }, {}, { paid: false }],
    ['another currency', { currency: 'usd' }, {}, { currency: 'USD' }],
    ['no page', { payment_link: null }, {}, { linkId: '' }],
    ['given back in part', {}, { amount_refunded: 1 }, { isRefundedOrDisputed: true, refundedMinorUnits: 1 }],
    ['disputed', {}, { disputed: true }, { isRefundedOrDisputed: true }],
    ['no receipt', {}, { receipt_url: null }, { receiptUrl: '' }],
    ['a receipt elsewhere', {}, { receipt_url: 'https://stripe.com.evil.example/r' }, { receiptUrl: '' }],
    ['an open receipt', {}, { receipt_url: 'http://pay.stripe.com/r' }, { receiptUrl: '' }],
  ])('%s', (_, fields, charge, expected) => {
    expect(parseCheckout(session(fields, charge), STRIPE_API).data).toMatchObject(expected);
  });
});
