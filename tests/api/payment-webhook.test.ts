import Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { listPaymentReviews } from '../../functions/payments/repository.ts';
import type { LogEntry } from '../../functions/platform/runtime.ts';
import { paymentLinks } from '../../infra/local/emulators/stripe-payments.ts';
import { providerAt, WEBHOOK_SECRET, WEBHOOK_TWICE, WITHOUT_WEBHOOK } from '../support/api/checkout.ts';
import { startPayer } from '../support/api/paying.ts';

let world: Awaited<ReturnType<typeof startPayer>>;
beforeEach(async () => {
  world = await startPayer();
});

describe('a webhook', () => {
  it.each([
    ['late', '4000003720000278', [0, 1]],
    ['twice', WEBHOOK_TWICE, [1, 1]],
    ['never', WITHOUT_WEBHOOK, [0, 0]],
    ['for a slow bank', '4000000000003220', [1, 1]],
  ])('that is sent %s, with Confirm and the reconcile job, makes one term', async (_, card, taken) => {
    await world.pay('professional', world.bunny.paymentReference, card);
    const sent = [await world.stripe.sendWebhooks()];
    await world.confirm(world.bunny.token);
    world.pass(20_000);
    sent.push(await world.stripe.sendWebhooks());
    await world.reconcile();
    expect(sent).toEqual(taken);
    expect(await world.terms()).toHaveLength(1);
    expect(await world.expiry()).toBe('2027-01-01');
  });

  it.each([
    ['a refund', '4000000000007726'],
    ['a dispute', '4000000000000259'],
  ])('about %s makes a payment to review and leaves the membership unchanged', async (_, card) => {
    await world.pay('professional', world.bunny.paymentReference, card);
    await world.stripe.sendWebhooks();
    expect(await listPaymentReviews(world.context)).toEqual([]);
    world.pass(20_000);
    expect(await world.stripe.sendWebhooks()).toBe(1);
    const listed = await listPaymentReviews(world.context);
    expect(listed).toMatchObject([
      { outcome: 'refunded-or-disputed', uid: world.bunny.uid, amountMinorUnits: 36_000 },
    ]);
    expect(await world.expiry()).toBe('2027-01-01');
    expect(world.warnings()).toEqual(['payment-refunded-or-disputed']);
    await world.reconcile();
    expect(await listPaymentReviews(world.context)).toEqual(listed);
    await world.operator.resolvePayment(listed[0]?.paymentId ?? '', 'membership kept');
    await world.reconcile();
    expect(await listPaymentReviews(world.context)).toEqual([]);
  });

  /** As after a change of the fee: each type has another page. */
  function changeFees() {
    const links = paymentLinks.map((link) => ({ ...link, id: `${link.id}_new`, feeMinorUnits: 40_000 }));
    world.context.paymentRules = { live: false, links };
    const report = (line: LogEntry) => world.reports.push(line);
    const linkIds = links.map(({ id }) => id);
    world.context.loadProvider = providerAt(world.stripe.url, report, world.stripe.webhookSecret, linkIds);
  }

  it('about a payment or a refund on a page of before a change of the fee makes a payment to review', async () => {
    await world.pay('student', world.bunny.paymentReference, '4000000000007726');
    await world.stripe.sendWebhooks();
    await world.pay('professional', world.bunny.paymentReference);
    await world.pay('professional', 'another-sale-of-the-account');
    changeFees();
    world.pass(20_000);
    expect(await world.stripe.sendWebhooks()).toBe(3);
    const listed = await listPaymentReviews(world.context);
    const uid = world.bunny.uid;
    expect(listed).toHaveLength(2);
    expect(listed).toContainEqual(
      expect.objectContaining({ outcome: 'refunded-or-disputed', uid, refundedMinorUnits: 12_000 }),
    );
    expect(listed).toContainEqual(
      expect.objectContaining({ outcome: 'link', uid, amountMinorUnits: 36_000 }),
    );
    expect(await world.confirm(world.bunny.token)).toMatchObject({
      success: false,
      message: expect.stringContaining('Our treasurer will review it.'),
    });
  });

  const REFUSED = { status: 400, body: { issues: [{ path: 'stripe-signature' }] } };
  const event = (fields: object = {}) =>
    JSON.stringify({ id: 'evt_1', object: 'event', type: 'payout.paid', data: { object: {} }, ...fields });
  const ok = (payload: string, { secret = world.stripe.webhookSecret, secondsAgo = 0 } = {}) =>
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

  it('is ignored unless Stripe has signed it within five minutes', async () => {
    const body = event();
    const hex = 'a'.repeat(64);
    expect((await tell(body, ok(body))).body).toEqual({ received: true });
    expect((await tell(body, ok(body, { secondsAgo: 300 }))).status).toBe(200);
    for (const [raw, signature] of [
      [body, ''],
      [body, 'nonsense'],
      [body, 't=0,v1='],
      [body, `t=x,v1=${hex}`],
      [body, `t=0,v1=${hex}=,v0`],
      // As long as a signature in characters, and longer in bytes.
      [body, `t=0,v1=${hex.slice(1)}é`],
      [body, ok(body, { secret: WEBHOOK_SECRET })],
      [body, ok(body, { secondsAgo: 301 })],
      [`${body} `, ok(body)],
      [event({ type: 'checkout.session.completed' }), ok(body)],
    ] as const) {
      expect(await tell(raw, signature)).toMatchObject(REFUSED);
    }
  });

  it('fails, and does not say that the signature is wrong, where Stripe signs what is no event of ours', async () => {
    const thin = JSON.stringify({
      id: 'evt_1',
      object: 'v2.core.event',
      type: 'v1.billing.meter.no_meter_found',
    });
    for (const body of [thin, 'not JSON']) expect((await tell(body, ok(body))).status).toBe(500);
  });

  it('only names the payment, which is then read from Stripe', async () => {
    await world.pay('student', world.bunny.paymentReference, WITHOUT_WEBHOOK);
    const object = { id: 'cs_test_none', client_reference_id: world.bunny.paymentReference };
    const body = event({ id: 'evt_forged', type: 'checkout.session.completed', data: { object } });
    expect((await tell(body, ok(body))).status).toBe(200);
    expect(await world.terms()).toEqual([]);
  });
});
