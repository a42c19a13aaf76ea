import { expect, it } from 'vitest';
import { effectiveRate, SendRateLimiter } from '../../../functions/mail/campaigns/send-rate-limiter.ts';
import { mostInASecond } from '../../support/jobs/ses-process.ts';
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
  ['a quick line', 0.97, () => ({ stall: quiet, out: () => 1, back: () => 1 })],
  ['a slow one', 0.97, () => ({ stall: quiet, out: () => 40, back: () => 90 })],
  ['lines that open slowly', 0.97, () => ({ stall: quiet, out: openingSlowly(), back: () => 3 })],
  [
    'a line that wavers',
    0.94,
    (random) => ({ stall: quiet, out: () => 5 + 150 * random() ** 4, back: () => 5 }),
  ],
  [
    'a machine that stalls a quarter of the time',
    0.7,
    (random) => ({ stall: () => (random() < 0.02 ? 600 * random() : 0), out: () => 2, back: () => 2 }),
  ],
])('over %s, the rate is never above the account’s, and at least %d of it', async (_what, least, world) => {
  const { clock, wait, runUntil } = stoppedClock();
  const { stall, out, back } = world(seeded(7));
  const rate = new SendRateLimiter({ now: clock, sleep: wait }, PER_SECOND);
  const arrivals: number[] = [];
  let answered = 0;
  for (let call = 0; call < CALLS; call += 1) {
    rate
      .run((call * 1000) / effectiveRate(PER_SECOND), async (beforeSend) => {
        await beforeSend();
        const late = out();
        arrivals.push(clock().getTime() + late);
        await wait(late + back());
      })
      .then(() => {
        answered += 1;
      });
  }
  await runUntil(() => answered === CALLS, stall);
  expect(mostInASecond(arrivals)).toBeLessThanOrEqual(PER_SECOND);
  const ideal = ((CALLS - 1) * 1000) / PER_SECOND;
  expect(ideal / (Math.max(...arrivals) - Math.min(...arrivals))).toBeGreaterThan(least);
});

function openingSlowly(): () => number {
  let call = 0;
  return () => {
    call += 1;
    return call <= 6 ? 120 : 3;
  };
}
