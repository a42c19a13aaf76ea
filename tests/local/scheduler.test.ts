import { beforeEach, expect, it, vi } from 'vitest';
import { startScheduler } from '../../infra/local/scheduler.ts';
import type { ScheduledTask } from '../../infra/schedules.ts';

const schedules = [
  { job: 'often', everyMinutes: 1 },
  { job: 'seldom', everyMinutes: 15 },
  { job: 'daily', everyDayAtHongKong: '09:00' },
] as const satisfies readonly ScheduledTask<string>[];
type Job = (typeof schedules)[number]['job'];

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout'] }));

/** A clock that is moved by hand to a time in Hong Kong. */
function open(at: string, work: (stopping: AbortSignal) => Promise<unknown> = async () => {}) {
  const ran: Job[] = [];
  const timeOf = (text: string) => new Date(`2026-03-${text}+08:00`);
  let now = timeOf(at);
  const job =
    (name: Job) =>
    ({ stopping }: { stopping: AbortSignal }) => {
      ran.push(name);
      return work(stopping);
    };
  const { stop } = startScheduler({
    schedules,
    jobs: { often: job('often'), seldom: job('seldom'), daily: job('daily') },
    onEveryTick: [],
    now: () => now,
  });
  /** The jobs that began at that time. */
  const tickAt = async (text: string) => {
    now = timeOf(text);
    vi.advanceTimersByTime(500);
    await new Promise(setImmediate);
    return ran.splice(0);
  };
  return { stop, tickAt };
}

it('runs each job once when its turn has come, a daily one at its time in Hong Kong', async () => {
  const { tickAt } = open('02T08:59:00');
  await tickAt('02T08:59:01');
  for (const [time, jobs] of [
    ['02T08:59:02', []],
    ['02T09:00:00', ['often', 'seldom', 'daily']],
    ['02T09:00:01', []],
    ['02T09:01:00', ['often']],
    // The machine slept.
    ['02T10:07:00', ['often', 'seldom']],
    ['03T00:00:00', ['often', 'seldom']],
    ['03T09:00:00', ['often', 'seldom', 'daily']],
  ] as const)
    expect(await tickAt(time), time).toEqual(jobs);
});

it('lets no job overlap itself, and stops one that does not end by itself', async () => {
  const { tickAt, stop } = open('02T10:00:00', (stopping) => {
    const { promise, reject } = Promise.withResolvers();
    stopping.addEventListener('abort', () => reject(stopping.reason));
    return promise;
  });
  await tickAt('02T10:01:00');
  expect(await tickAt('02T10:02:00')).toEqual([]);
  const stopped = stop();
  vi.advanceTimersByTime(2000);
  expect(await stopped).toEqual(expect.arrayContaining(['often']));
});
