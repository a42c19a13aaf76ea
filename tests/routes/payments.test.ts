import { once } from 'node:events';
import { createServer } from 'node:http';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { OPERATOR } from '../../functions/domain/audit/audit.ts';
import { settlePayment } from '../../functions/domain/membership/treasury.ts';
import { providerAt, WEBHOOK_SECRET } from '../support/checkout.ts';
import { allRows } from '../support/dynamo.ts';
import { hashed, PASSWORD, SALT } from '../support/make.ts';
import { startPaying } from '../support/paying.ts';

let world: Awaited<ReturnType<typeof startPaying>>;
let bunny: Awaited<ReturnType<typeof world.newMember>>;

beforeEach(async () => {
  world = await startPaying();
  bunny = await world.newMember('stanford_bunny');
});
afterEach(() => world.close());

const terms = () => world.ports.terms.of(bunny.uid);
const expiry = async () => (await world.ports.terms.holder(bunny.uid))?.activeUntil;
const confirmed = {
  success: true,
  message: 'Your payment is confirmed. Your membership is valid until 1 January 2027.',
};
const warnings = () => world.reports.filter(({ level }) => level === 'warning').map(({ event }) => event);

describe('confirm', () => {
  it('makes a member of who has paid, and says so again when asked again', async () => {
    await world.pay('professional', bunny.paymentReference);
    expect(await world.confirm(bunny.token)).toEqual(confirmed);
    expect(await world.confirm(bunny.token)).toEqual(confirmed);
    expect(await terms()).toMatchObject([
      { type: 'professional', receiptNumber: 'AG-000001', endDate: '2027-01-01' },
    ]);
  });

  it('finds nothing where nobody paid, another one paid, or the card was declined', async () => {
    const teapot = await world.newMember('utah_teapot');
    await world.pay('professional', teapot.paymentReference);
    await world.pay('student', '');
    await world.pay('student', bunny.paymentReference, '4000000000000002');
    expect(await world.confirm(bunny.token)).toEqual({
      success: false,
      message: expect.stringContaining('No payment was found.'),
    });
    expect(await expiry()).toBe('');
    expect((await world.ports.terms.holder(teapot.uid))?.activeUntil).toBe('');
  });

  it('waits for the bank', async () => {
    await world.pay('student', bunny.paymentReference, '4000000000003220');
    expect(await world.confirm(bunny.token)).toMatchObject({
      success: false,
      message: expect.stringMatching(/under way/),
    });
    expect(await terms()).toEqual([]);
    world.pass(5000);
    expect(await world.confirm(bunny.token)).toEqual(confirmed);
  });

  it('does not call a third year’s payment a success', async () => {
    for (let paid = 0; paid < 3; paid += 1) {
      await world.pay('professional', bunny.paymentReference);
      world.pass(1000);
      await world.confirm(bunny.token);
    }
    expect(await expiry()).toBe('2028-01-01');
    expect(await world.confirm(bunny.token)).toMatchObject({
      success: false,
      message: expect.stringMatching(/The treasurer looks at it/),
    });
  });

  it('looks back a month and no further', async () => {
    await world.pay('professional', bunny.paymentReference);
    world.pass(31 * 86_400_000 + 1000);
    const { token } = (await world.signIn('stanford_bunny')).body;
    expect(await world.confirm(token)).toMatchObject({
      success: false,
      message: expect.stringMatching(/No payment/),
    });
  });

  it('says that nobody answers, and changes nothing', async () => {
    await world.pay('professional', bunny.paymentReference);
    world.ports.payments = providerAt('http://127.0.0.1:1', () => {});
    expect(await world.confirm(bunny.token)).toMatchObject({
      success: false,
      message: expect.stringMatching(/cannot be reached/),
    });
    expect(await expiry()).toBe('');
    expect(warnings()).toContain('payment-provider-unreachable');
  });

  it('gives up on a provider that is slow in less than 8 seconds', async () => {
    const slow = createServer(() => {}).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    onTestFinished(() => void slow.close().closeAllConnections());
    const address = slow.address();
    const port = typeof address === 'object' ? address?.port : 0;
    world.ports.payments = providerAt(`http://127.0.0.1:${port}`, () => {});
    const startedAt = performance.now();
    expect(await world.confirm(bunny.token)).toMatchObject({
      success: false,
      message: expect.stringMatching(/cannot be reached/),
    });
    expect(performance.now() - startedAt).toBeLessThan(8000);
  });

  it('tells the member by mail, once', async () => {
    await world.dueMails();
    await world.pay('professional', bunny.paymentReference);
    await world.confirm(bunny.token);
    await world.confirm(bunny.token);
    const mails = await world.dueMails();
    expect(mails).toMatchObject([
      {
        to: 'stanford_bunny@example.org',
        subject: 'Your membership fee was received',
        text: expect.stringMatching(/valid until 1 January 2027\.\nReceipt: AG-000001/),
      },
    ]);
  });
});

describe('the webhook', () => {
  it('makes a member without anybody’s Confirm', async () => {
    await world.pay('student', bunny.paymentReference);
    expect(await world.standIn.sendEvents()).toBe(1);
    expect(await terms()).toMatchObject([{ type: 'student' }]);
    expect(await world.standIn.sendEvents()).toBe(0);
  });

  it.each([
    ['late', '4000003720000278', [0, 1]],
    ['twice', '4000000000000077', [1, 1]],
    ['never', '4000000000000341', [0, 0]],
    ['for a slow bank', '4000000000003220', [1, 1]],
  ])('sent %s, Confirm and reconcile job beside it, makes one term', async (_, card, taken) => {
    await world.pay('professional', bunny.paymentReference, card);
    const sent = [await world.standIn.sendEvents()];
    await world.confirm(bunny.token);
    world.pass(20_000);
    sent.push(await world.standIn.sendEvents());
    await world.reconcile();
    expect(sent).toEqual(taken);
    expect(await terms()).toHaveLength(1);
    expect(await expiry()).toBe('2027-01-01');
  });

  it('is sent again until it is taken', async () => {
    const { find } = world.ports.payments;
    world.ports.payments.find = async () => ({ unreachable: 'no answer' });
    await world.pay('student', bunny.paymentReference);
    expect(await world.standIn.sendEvents()).toBe(0);
    world.ports.payments.find = find;
    expect(await world.standIn.sendEvents()).toBe(0);
    world.pass(2000);
    expect(await world.standIn.sendEvents()).toBe(1);
    expect(await terms()).toHaveLength(1);
  });

  it.each([
    ['a refund', '4000000000007726'],
    ['a dispute', '4000000000000259'],
  ])('tells of %s: the treasurer decides, the membership stays', async (_, card) => {
    await world.pay('professional', bunny.paymentReference, card);
    await world.standIn.sendEvents();
    expect(await world.ports.treasury.open()).toEqual([]);
    world.pass(20_000);
    expect(await world.standIn.sendEvents()).toBe(1);
    const listed = await world.ports.treasury.open();
    expect(listed).toMatchObject([{ reason: 'taken-back', uid: bunny.uid, amountMinorUnits: 36_000 }]);
    expect(await expiry()).toBe('2027-01-01');
    expect(warnings()).toEqual(['payment-taken-back']);
    await world.reconcile();
    expect(await world.ports.treasury.open()).toEqual(listed);
    await settlePayment(world.ports, OPERATOR, listed[0]?.paymentId ?? '', 'membership kept');
    await world.reconcile();
    expect(await world.ports.treasury.open()).toEqual([]);
  });

  const event = (fields: object = {}) =>
    JSON.stringify({ id: 'evt_1', object: 'event', type: 'payout.paid', data: { object: {} }, ...fields });
  const told = (payload: string, { secret = world.standIn.webhookSecret, secondsAgo = 0 } = {}) =>
    Stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(world.time.now.getTime() / 1000) - secondsAgo,
    });
  const tell = (raw: string, signature: string) =>
    world.post('/payments/webhook', undefined, {
      raw,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    });

  it('believes no body that Stripe did not sign just now', async () => {
    const body = event();
    expect((await tell(body, told(body))).body).toEqual({ received: true });
    expect((await tell(body, told(body, { secondsAgo: 300 }))).status).toBe(200);
    for (const [raw, signature] of [
      [body, ''],
      [body, 'nonsense'],
      [body, told(body, { secret: WEBHOOK_SECRET })],
      [body, told(body, { secondsAgo: 301 })],
      [`${body} `, told(body)],
      [event({ type: 'checkout.session.completed' }), told(body)],
    ] as const) {
      expect(await tell(raw, signature)).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'stripe-signature' }] },
      });
    }
  });

  it('asks about what it is told, whatever the body says of it', async () => {
    await world.pay('student', bunny.paymentReference, '4000000000000341');
    const forged = (object: object) => {
      const body = event({
        id: `evt_${JSON.stringify(object).length}`,
        type: 'checkout.session.completed',
        data: { object },
      });
      return tell(body, told(body));
    };
    expect((await forged({ id: 'cs_test_none', client_reference_id: bunny.paymentReference })).status).toBe(
      200,
    );
    expect(await terms()).toEqual([]);
  });

  it('is handled once however often it comes: 100 times, 20 at a time', async () => {
    await world.pay('professional', bunny.paymentReference, '4000000000000341');
    let id = '';
    for await (const checkout of world.ports.payments.checkoutsOf(bunny.paymentReference, new Date(0)))
      id = 'paymentId' in checkout ? checkout.paymentId : '';
    const body = event({
      id: 'evt_replayed',
      type: 'charge.refunded',
      data: { object: { payment_intent: id } },
    });
    for (let round = 0; round < 5; round += 1) {
      const replies = await Promise.all(Array.from({ length: 20 }, () => tell(body, told(body))));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    }
    expect(await terms()).toHaveLength(1);
    expect(await expiry()).toBe('2027-01-01');
    expect(world.reports.filter(({ event }) => event === 'payment-fulfilled')).toHaveLength(1);
  });
});

describe('a receipt', () => {
  const receipt = (number: string, token = bunny.token) =>
    world.get(`/membership/get-receipt?number=${number}`, { token });
  const files = { put: async () => {} };
  const receiptPrinter = { print: async () => new Uint8Array() };

  it('can be had when it is made, by its own member', async () => {
    await world.pay('professional', bunny.paymentReference);
    await world.confirm(bunny.token);
    expect((await receipt('AG-000001')).body).toEqual({
      code: 0,
      msg: 'Your receipt is being made. Please try again in a minute.',
    });
    expect(await world.makeReceipts({ files, receiptPrinter })).toBe(1);
    expect((await receipt('AG-000001')).body).toEqual({
      code: 1,
      msg: 'OK',
      data: { url: 'https://files.example/receipts/AG-000001.pdf?300@2026-03-02T08:00:00.000Z' },
    });
    const { token } = await world.newMember('utah_teapot');
    expect(await receipt('AG-000001', token)).toMatchObject({
      status: 404,
      body: { message: 'There is no such receipt' },
    });
    expect((await receipt('AG-000002')).status).toBe(404);
  });

  it('loses its payer’s name with the account, and is made again without it', async () => {
    await world.pay('professional', bunny.paymentReference);
    await world.confirm(bunny.token);
    const payers: string[] = [];
    const printing = {
      print: async ({ payer, affiliation }: { payer: string; affiliation: string }) => {
        payers.push(payer + affiliation);
        return new Uint8Array();
      },
    };
    await world.makeReceipts({ files, receiptPrinter: printing });
    const deletion = { username: 'stanford_bunny', password: hashed(PASSWORD, SALT) };
    expect((await world.post('/user/delete-account', deletion, { token: bunny.token })).status).toBe(200);
    expect(await world.makeReceipts({ files, receiptPrinter: printing })).toBe(1);
    expect(payers).toEqual(['Utah TeapotKitchen of Test Models', '']);
    const rows = await allRows(world.table);
    const accounts = rows.filter(
      ({ sk, pk }) => /^(RECEIPT|TERM)#/.test(String(sk)) || /^PAYMENT#/.test(String(pk)),
    );
    expect(accounts).toHaveLength(3);
    expect(JSON.stringify(accounts)).not.toMatch(/bunny@|Utah|Kitchen/);
  });

  it.each(['', '1', 'AG-1', 'ag-000001', 'AG-000001%2F..', 'AG-000001&number=AG-000002'])(
    'has a number: not "%s"',
    async (number) => {
      expect((await receipt(number)).status).toBe(400);
    },
  );
});
