import { expect, it } from 'vitest';
import { sendRateLimiter } from '../../../functions/mail/campaigns/send-rate-limiter.ts';
import { mostInASecond } from '../../support/jobs/most-in-a-second.ts';
import { seeded } from '../../support/seeded.ts';

const PER_SECOND = 14;
const CALLS = 600;

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

/** How long a request takes, and its reply. */
const LINE_MS = 2;

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
    for (let call = 0; call < CALLS; call += 1) {
      limiter(async () => {
        arrivals.push(clock().getTime() + LINE_MS);
        await wait(2 * LINE_MS);
      }).then(() => {
        answered += 1;
      });
    }
    await runUntil(
      () => answered === CALLS,
      () => stallMs(random),
    );
    expect(mostInASecond(arrivals)).toBeLessThanOrEqual(PER_SECOND);
    const ideal = ((CALLS - 1) * 1000) / PER_SECOND;
    expect(ideal / (Math.max(...arrivals) - Math.min(...arrivals))).toBeGreaterThan(least);
  },
);
