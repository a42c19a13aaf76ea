import { Hono } from 'hono';
import { beforeEach, describe, expect, it } from 'vitest';
import { isLiveKey } from '../../functions/handlers/dependencies.ts';
import type { Checkout } from '../../functions/platform/payment-provider.ts';
import type { LogEntry } from '../../functions/platform/runtime.ts';
import { parseCheckout, STRIPE_API, stripePaymentProvider } from '../../functions/platform/stripe.ts';
import { serve } from '../../infra/local/emulators/server.ts';
import { paymentLinks } from '../../infra/local/emulators/stripe-payments.ts';
import { WEBHOOK_SECRET } from '../support/api/checkout.ts';

let reports: LogEntry[];
beforeEach(() => {
  reports = [];
});

const OVER_HTTP = 'http://localhost:8080';
const linkIds = paymentLinks.map(({ id }) => id);
const provider = (given: { key?: string; api?: string }) =>
  stripePaymentProvider(
    { key: 'sk_test_local', webhookSecret: WEBHOOK_SECRET, api: OVER_HTTP, linkIds, ...given },
    (event) => reports.push(event),
  );

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
  it('reads page after page, and logs and skips what cannot be parsed', async () => {
    const odd = [
      session({ id: 'cs_odd', payment_intent: null }),
      session({ id: 'cs_odder' }, { created: '' }),
    ];
    const list = new Hono().get('*', ({ req, json }) => {
      const isFirst = req.query('starting_after') === undefined;
      return json({ object: 'list', has_more: isFirst, data: isFirst ? odd : [session()] });
    });
    const pages = await serve(list);
    const paid = provider({ api: pages.url }).listPaidCheckouts(new Date('2026-11-01'));
    expect(await Array.fromAsync(paid)).toMatchObject([{ paymentId: 'pi_1' }]);
    await pages.close();
    expect(reports).toMatchObject([
      { level: 'error', event: 'checkout-invalid', checkout: 'cs_odd' },
      { level: 'error', event: 'checkout-invalid', checkout: 'cs_odder' },
    ]);
  });

  it.each(['sk_live_abc', 'rk_live_abc', 'rk_test_abc', ''])(
    'never sends the key "%s" over plain HTTP',
    (key) => {
      expect(() => provider({ key })).toThrow(`Only a key of Stripe's test mode may travel to ${OVER_HTTP}`);
    },
  );

  it('moves real money with a live key alone', () => {
    const keys = ['sk_live_abc', 'rk_live_abc', 'sk_test_abc', 'sk_test_local'];
    expect(keys.filter(isLiveKey)).toEqual(['sk_live_abc', 'rk_live_abc']);
  });
});

describe('a checkout session', () => {
  it.each<[string, object, object, Partial<Checkout>]>([
    [
      'real money',
      {},
      {},
      {
        live: true,
        paidAt: new Date(1_795_248_000_000),
        receiptUrl: 'https://pay.stripe.com/receipts/abc',
        reference: '',
      },
    ],
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
