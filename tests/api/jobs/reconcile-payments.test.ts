import { beforeEach, describe, expect, it } from 'vitest';
import { startPayer } from '../../support/api/paying.ts';
import { failCalls } from '../../support/table/at-calls.ts';

let world: Awaited<ReturnType<typeof startPayer>>;
beforeEach(async () => {
  world = await startPayer();
});

const events = () => world.reports.map(({ event }) => event).filter((event) => event.startsWith('payment'));

describe('the reconcile job', () => {
  it('turns payments of the card page of up to 31 days ago into terms, once', async () => {
    await world.pay('student', world.bunny.paymentReference);
    await world.pay('professional', 'nobody');
    world.pass(31 * 86_400_000 + 1000);
    expect(await world.reconcile()).toEqual({});
    world.pass(-1000);
    expect(await world.reconcile()).toEqual({ unmatched: 1, fulfilled: 1 });
    expect(await world.expiry()).toBe('2027-01-01');
    expect(await world.terms()).toMatchObject([
      { type: 'student', transactionDate: '2026-03-02', receiptNumber: 'AG-000001' },
    ]);
    expect(await world.reconcile()).toEqual({ 'already-recorded': 2 });
  });

  it('goes on after a payment that fails, and logs it', async () => {
    await world.pay('student', world.bunny.paymentReference);
    await world.pay('student', 'stumbles');
    const recover = failCalls(world.table, /^BatchGetItem .*REFERENCE#stumbles/);
    expect(await world.reconcile()).toEqual({ failed: 1, fulfilled: 1 });
    expect(events()).toEqual(['payment-failed', 'payment-fulfilled', 'payments-reconciled']);
    recover();
    expect(await world.reconcile()).toEqual({ unmatched: 1, 'already-recorded': 1 });
  });
});
