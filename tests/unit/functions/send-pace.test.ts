import { expect, it } from 'vitest';
import { sendPace } from '../../../functions/mail/transactional/send-pace.ts';
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

it.each<[string, number, (random: () => number) => number, boolean]>([
  ['a quick line', 0.93, () => 0, false],
  ['a machine that stalls', 0.4, (random) => (random() < 0.02 ? 600 * random() : 0), false],
  ['a quick line beside codes', 0.5, () => 0, true],
])(
  'over %s never more emails arrive in a second than the account may send, and at least %d of them',
  async (_line, least, stallMs, hasCodes) => {
    const { clock, wait, runUntil } = stoppedClock();
    const random = seeded(7);
    const pace = sendPace({ now: clock, sleep: wait }, PER_SECOND);
    const arrivals: number[] = [];
    const codeArrivals: number[] = [];
    let codes = 0;
    let isDone = false;
    const send = async () => {
      await wait(LINE_MS);
      arrivals.push(clock().getTime());
      await wait(LINE_MS);
    };
    const sending = (async () => {
      pace.noteCodes(0);
      for (let call = 0; call < CALLS; call += 1) {
        do {
          await pace.wait(() => CALLS, new Date(8e15));
          pace.noteCodes(codes);
        } while (!pace.isFree());
        pace.start(send);
      }
      await pace.settled();
      isDone = true;
    })();
    const leave = async () => {
      while (hasCodes && !isDone) {
        await wait(3000 * random());
        // Each is counted before it leaves, two turns later.
        for (let code = Math.ceil(4 * random()); code > 0; code -= 1) {
          codes += 1;
          await wait(2 * pace.everyMs);
          codeArrivals.push(clock().getTime());
        }
      }
    };
    void leave();
    await runUntil(
      () => isDone,
      () => stallMs(random),
    );
    await sending;
    expect(codeArrivals.length > 0).toBe(hasCodes);
    expect(mostInASecond([...arrivals, ...codeArrivals])).toBeLessThanOrEqual(PER_SECOND);
    const ideal = ((CALLS - 1) * 1000) / PER_SECOND;
    expect(ideal / (Math.max(...arrivals) - Math.min(...arrivals))).toBeGreaterThan(least);
  },
);
