import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPayer } from '../support/api/paying.ts';

let world: Awaited<ReturnType<typeof startPayer>>;
beforeEach(async () => {
  world = await startPayer();
});
afterEach(() => world.close());

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
    expect(await world.confirm(world.bunny.token)).toEqual(failed(/No payment found\./));
    expect(await world.expiry()).toBe('');
    expect((await world.deps.members.findMember(teapot.uid))?.activeUntil).toBe('');
  });

  it('says that a payment is being recorded where that takes longer than the call', async () => {
    await world.pay('professional', world.bunny.paymentReference);
    const { commit } = world.deps.table;
    const begun = Promise.withResolvers<void>();
    world.limit.limitMs = 1500;
    world.deps.table.commit = () => {
      begun.resolve();
      return new Promise(() => {});
    };
    const reply = world.confirm(world.bunny.token);
    await begun.promise;
    expect(await reply).toEqual({
      success: false,
      message: 'We have your payment and are still recording it. Check again in a minute.',
    });
    world.deps.table.commit = commit;
    world.limit.limitMs = 60_000;
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
});
