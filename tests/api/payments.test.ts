import { beforeEach, describe, expect, it } from 'vitest';
import { findMember } from '../../functions/members/repository.ts';
import type { LogEntry } from '../../functions/platform/runtime.ts';
import { providerAt, WEBHOOK_TWICE, WITHOUT_WEBHOOK } from '../support/api/checkout.ts';
import { startPayer } from '../support/api/paying.ts';

let world: Awaited<ReturnType<typeof startPayer>>;
beforeEach(async () => {
  world = await startPayer();
});

const confirmed = {
  success: true,
  message: 'Your payment is confirmed. Your membership is valid until 1 January 2027.',
};
const failed = (message: RegExp) => ({ success: false, message: expect.stringMatching(message) });

describe('confirming a payment', () => {
  it('finds nothing if nobody or another member paid, or the card was declined', async () => {
    const teapot = await world.newMember('utah_teapot');
    await world.pay('professional', teapot.paymentReference);
    await world.pay('student', '');
    await world.pay('student', world.bunny.paymentReference, '4000000000000002');
    expect(await world.confirm(world.bunny.token)).toEqual(failed(/^Not found yet\./));
    expect(await world.expiry()).toBe('');
    expect((await findMember(world.context, teapot.uid))?.activeUntil).toBe('');
  });

  it('says that a payment is being recorded where that takes longer than the call', async () => {
    await world.pay('professional', world.bunny.paymentReference);
    const { commit } = world.context.table;
    const begun = Promise.withResolvers<void>();
    world.limit.limitMs = 1500;
    world.context.table.commit = () => {
      begun.resolve();
      return new Promise(() => {});
    };
    const reply = world.confirm(world.bunny.token);
    await begun.promise;
    expect(await reply).toEqual({
      success: false,
      message: 'We have your payment and are still recording it. Check again in a minute.',
    });
    world.context.table.commit = commit;
    world.limit.limitMs = 60_000;
    expect(await world.confirm(world.bunny.token)).toEqual(confirmed);
  });

  it('says that the payment service cannot be reached, and a webhook then comes again', async () => {
    const { loadProvider } = world.context;
    const report = (event: LogEntry) => world.reports.push(event);
    const { webhookSecret } = world.stripe;
    world.context.loadProvider = providerAt('http://127.0.0.1:1', report, webhookSecret);
    await world.pay('student', world.bunny.paymentReference, WEBHOOK_TWICE);
    world.reports.length = 0;
    expect(await world.stripe.sendWebhooks()).toBe(0);
    expect(world.reports.find(({ event }) => event === 'request')).toMatchObject({
      path: '/api/payments/webhook',
      status: 503,
      error: 'payment-provider-unreachable',
    });
    expect(await world.confirm(world.bunny.token)).toEqual(failed(/^Can't connect to the payment service\./));
    expect(world.warnings()).toContain('payment-provider-unreachable');
    world.context.loadProvider = loadProvider;
    // The same event.
    expect(await world.stripe.sendWebhooks()).toBe(1);
    expect(await world.terms()).toHaveLength(1);
    expect(await world.confirm(world.bunny.token)).toEqual(confirmed);
  });

  it('does not call a payment for a third year a success', async () => {
    for (let paid = 0; paid < 3; paid += 1) {
      await world.pay('professional', world.bunny.paymentReference);
      world.pass(1000);
      await world.confirm(world.bunny.token);
    }
    expect(await world.expiry()).toBe('2028-01-01');
    expect(await world.confirm(world.bunny.token)).toEqual(failed(/Our treasurer will review it/));
  });

  it('of two payments at once where one is enough, tells both: what is valid, and what is under review', async () => {
    world.time.now = new Date('2026-12-10T02:00:00Z');
    const { token } = (await world.signIn('stanford_bunny')).body;
    await world.dueMails();
    for (let paid = 0; paid < 2; paid += 1)
      await world.pay('professional', world.bunny.paymentReference, WITHOUT_WEBHOOK);
    const both = {
      success: true,
      message:
        'Your payment is confirmed. Your membership is valid until 1 January 2028. Another payment is under review: HKD 360.00 on 10 December 2026.',
    };
    const underReview = async (as = token) =>
      (await world.get('/membership/get-membership', { token: as })).body.paymentsUnderReview;
    expect(await world.confirm(token)).toEqual(both);
    expect(await world.confirm(token)).toEqual(both);
    expect((await world.dueMails()).map(({ subject }) => subject).sort()).toEqual([
      'Payment received: you are a member until 1 January 2028',
      'Payment received: your membership was already paid',
    ]);
    const [payment] = await underReview();
    expect(await underReview()).toEqual([
      {
        paymentId: expect.any(String),
        paidOn: '2026-12-10',
        currency: 'HKD',
        amountMinorUnits: 36_000,
        reason: 'overpayment',
      },
    ]);
    expect(await underReview((await world.newMember('utah_teapot')).token)).toEqual([]);

    await world.operator.resolvePayment(payment.paymentId, 'Refunded at Stripe');
    expect(await underReview()).toEqual([]);
    expect((await world.confirm(token)).message).toBe(
      'Your payment is confirmed. Your membership is valid until 1 January 2028.',
    );
  });
});
