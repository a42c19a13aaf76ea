import { expect, it } from 'vitest';
import { sendRateLimiter } from '../../../functions/mail/campaigns/send-rate-limiter.ts';
import { seeded } from '../../support/seeded.ts';

const PER_SECOND = 14;
const CALLS = 600;
/** How long a request takes, and its reply. */
const LINE_MS = 2;

/** A clock that advances when everybody waits, to the next one due. */
function stoppedClock() {
  let now = 0;
  const sleepers: { at: number; wake: () => void }[] = [];
  return {
    clock: () => new Date(now),
    wait: (milliseconds: number) =>
      new Promise<void>((wake) => {
        sleepers.push({ at: now + milliseconds, wake });
      }),
    async runUntil(isOver: () => boolean, stall: () => number) {
      while (!isOver()) {
        await new Promise((resolve) => setImmediate(resolve));
        sleepers.sort((a, b) => a.at - b.at);
        const next = sleepers.shift();
        if (!next) continue;
        // A busy moment: everything due in the meantime wakes together, late.
        now = Math.max(now, next.at) + stall();
        next.wake();
      }
    },
  };
}

/** The most arrivals within any second, its end excluded. */
const mostInASecond = (arrivals: readonly number[]): number =>
  Math.max(...arrivals.map((from) => arrivals.filter((at) => at >= from && at < from + 1000).length));

it.each<[string, number, (random: () => number) => number]>([
  ['a quick line', 0.98, () => 0],
  ['a machine that stalls', 0.4, (random) => (random() < 0.02 ? 600 * random() : 0)],
])(
  'over %s never more emails arrive in a second than the account may send, and at least %d of them',
  async (_line, least, stallMs) => {
    const { clock, wait, runUntil } = stoppedClock();
    const random = seeded(7);
    const limiter = sendRateLimiter({ now: clock, sleep: wait }, PER_SECOND);
    const arrivals: number[] = [];
    let answered = 0;
    const call = async () => {
      await limiter(async () => {
        arrivals.push(clock().getTime() + LINE_MS);
        await wait(2 * LINE_MS);
      });
      answered += 1;
    };
    const calls = Promise.all(Array.from({ length: CALLS }, call));
    await runUntil(
      () => answered === CALLS,
      () => stallMs(random),
    );
    await calls;
    expect(mostInASecond(arrivals)).toBeLessThanOrEqual(PER_SECOND);
    const ideal = ((CALLS - 1) * 1000) / PER_SECOND;
    expect(ideal / (Math.max(...arrivals) - Math.min(...arrivals))).toBeGreaterThan(least);
  },
);
