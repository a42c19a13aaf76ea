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

const quiet = () => 0;

interface World {
  stall: () => number;
  out: () => number;
  back: () => number;
}

it.each<[string, number, (random: () => number) => World]>([
  ['a quick line', 0.98, () => ({ stall: quiet, out: () => 1, back: () => 1 })],
  ['a slow line', 0.88, () => ({ stall: quiet, out: () => 40, back: () => 90 })],
  [
    'a line that wavers',
    0.9,
    (random) => ({ stall: quiet, out: () => 5 + 150 * random() ** 4, back: () => 5 }),
  ],
  [
    'a machine that stalls',
    0.4,
    (random) => ({ stall: () => (random() < 0.02 ? 600 * random() : 0), out: () => 2, back: () => 2 }),
  ],
])(
  'over %s never more emails arrive in a second than the account may send, and at least %d of them',
  async (_line, least, world) => {
    const { clock, wait, runUntil } = stoppedClock();
    const { stall, out, back } = world(seeded(7));
    const limiter = sendRateLimiter({ now: clock, sleep: wait }, PER_SECOND);
    const arrivals: number[] = [];
    let answered = 0;
    for (let call = 0; call < CALLS; call += 1) {
      limiter(async () => {
        const late = out();
        arrivals.push(clock().getTime() + late);
        await wait(late + back());
      }).then(() => {
        answered += 1;
      });
    }
    await runUntil(() => answered === CALLS, stall);
    expect(mostInASecond(arrivals)).toBeLessThanOrEqual(PER_SECOND);
    const ideal = ((CALLS - 1) * 1000) / PER_SECOND;
    expect(ideal / (Math.max(...arrivals) - Math.min(...arrivals))).toBeGreaterThan(least);
  },
);
