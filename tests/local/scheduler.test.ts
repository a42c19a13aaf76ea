import { expect, it } from 'vitest';
import { startScheduler, TICK_MILLISECONDS } from '../../infra/local/scheduler.ts';
import type { ScheduledTask } from '../../infra/schedules.ts';

const schedules = [
  { job: 'often', everyMinutes: 1 },
  { job: 'seldom', everyMinutes: 15 },
  { job: 'awaited', everyMinutes: 1 },
] as const satisfies readonly ScheduledTask<string>[];
type Job = (typeof schedules)[number]['job'] | 'daily';

/** A clock that is moved by hand, and jobs that are ended by hand. */
function open(at = '2026-03-02T08:00:00Z', turns: readonly ScheduledTask<Job>[] = schedules) {
  const ran: Job[] = [];
  let now = new Date(at);
  let tick: () => void = () => {};
  let isTicking = true;
  let work: (job: Job, stopping: AbortSignal) => Promise<unknown> = async () => {};
  const job =
    (name: Job) =>
    ({ stopping }: { stopping: AbortSignal }) => {
      ran.push(name);
      return work(name, stopping);
    };
  const clock = startScheduler({
    schedules: turns,
    jobs: { often: job('often'), seldom: job('seldom'), awaited: job('awaited'), daily: job('daily') },
    onEveryTick: ['awaited'],
    now: () => now,
    every: (milliseconds, react) => {
      expect(milliseconds).toBe(TICK_MILLISECONDS);
      tick = react;
      return () => {
        isTicking = false;
      };
    },
    graceMs: 0,
  });
  return {
    clock,
    isTicking: () => isTicking,
    jobs: (does: typeof work) => {
      work = does;
    },
    /** The jobs that ran at a tick this much later. */
    async after(milliseconds: number) {
      now = new Date(now.getTime() + milliseconds);
      tick();
      await new Promise(setImmediate);
      return ran.splice(0);
    },
  };
}

const MINUTE = 60_000;

it.each([
  ['half a second on', '08:00:00', 500, ['awaited']],
  ['the minute turns', '08:00:59.600', 500, ['often', 'awaited']],
  ['the quarter of an hour turns', '08:14:59.600', 500, ['often', 'seldom', 'awaited']],
  ['the machine slept for an hour', '08:01:00', 60 * MINUTE, ['often', 'seldom', 'awaited']],
  ['the clock is put back', '08:01:00', -60 * MINUTE, ['awaited']],
])('runs the jobs of a minute when %s', async (_, at, later, expected) => {
  expect(await open(`2026-03-02T${at}Z`).after(later)).toEqual(expected);
});

it.each([
  ['a minute before nine in Hong Kong', '00:58:00', MINUTE, []],
  ['nine in Hong Kong', '00:59:00', MINUTE, ['daily']],
  ['a minute after nine', '01:00:00', MINUTE, []],
  ['midnight in Hong Kong', '15:59:00', MINUTE, []],
  ['a day later', '08:00:00', 1440 * MINUTE, ['daily']],
])('runs a daily job once a day, when it is %s', async (_, at, later, expected) => {
  const { after } = open(`2026-03-02T${at}Z`, [{ job: 'daily', everyDayAtHongKong: '09:00' }]);
  await after(0);
  expect(await after(later)).toEqual(expected);
});

it('runs a daily job that failed again in the next minute, at most twice, and not after a success', async () => {
  const { after, jobs } = open('2026-03-02T08:00:00Z', [{ job: 'daily', everyDayAtHongKong: '09:00' }]);
  let isBroken = true;
  jobs(async () => {
    if (isBroken) throw new Error('no');
  });
  expect(await after(500)).toEqual(['daily']);
  expect(await after(500)).toEqual([]);
  for (const expected of [['daily'], ['daily'], []]) expect(await after(MINUTE)).toEqual(expected);
  expect(await after(1440 * MINUTE)).toEqual(['daily']);
  isBroken = false;
  for (const expected of [['daily'], []]) expect(await after(MINUTE)).toEqual(expected);
});

it('runs no job twice in the same minute', async () => {
  const { after } = open('2026-03-02T08:14:59.600Z');
  await after(500);
  expect(await after(500)).toEqual(['awaited']);
});

it('never lets a job overlap itself', async () => {
  const { after, jobs } = open();
  let finish = () => {};
  jobs((job) => (job === 'awaited' ? new Promise<void>((resolve) => (finish = resolve)) : Promise.resolve()));
  expect(await after(500)).toEqual(['awaited']);
  expect(await after(500)).toEqual([]);
  expect(await after(MINUTE)).toEqual(['often']);
  finish();
  await after(0);
  expect(await after(500)).toEqual(['awaited']);
});

it('stops when running jobs have ended', async () => {
  const { after, jobs, clock, isTicking } = open();
  let finish = () => {};
  jobs(() => new Promise<void>((resolve) => (finish = resolve)));
  await after(500);
  let hasEnded = false;
  const ended = clock.stop().then(() => (hasEnded = true));
  await new Promise(setImmediate);
  expect([isTicking(), hasEnded]).toEqual([false, false]);
  finish();
  await ended;
});

it('stops a job that does not end by itself', async () => {
  const { after, jobs, clock } = open();
  let reason: unknown;
  jobs(
    (_, stopping) =>
      new Promise((_resolve, reject) => {
        stopping.addEventListener('abort', () => {
          reason = stopping.reason;
          reject(stopping.reason);
        });
      }),
  );
  await after(500);
  expect(await clock.stop()).toEqual(['awaited']);
  expect(reason).toMatchObject({ name: 'AbortError' });
});
