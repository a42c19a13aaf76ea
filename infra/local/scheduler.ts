import { HONG_KONG_OFFSET_MINUTES } from '#shared/hong-kong';
import type { Recurrence, ScheduledTask } from '../schedules.ts';

const MINUTE_MILLISECONDS = 60_000;
const TICK_MILLISECONDS = 500;
/** The time that running jobs have when the product stops. */
const GRACE_MS = 1200;
const DAY_MINUTES = 1440;

export interface SchedulerOptions<Job extends string> {
  schedules: readonly ScheduledTask<Job>[];
  /** Each job ends by itself, by its deadline or by the signal, and logs its own errors. */
  jobs: Readonly<Record<Job, (options: { closing: AbortSignal; stopping: AbortSignal }) => Promise<unknown>>>;
  /** Jobs that somebody may be waiting for: they run at every tick. */
  onEveryTick: readonly Job[];
  now: () => Date;
}

/**
 * Runs the jobs on their schedules, the daily ones at the start too, since the machine may have been off at their time. A job
 * never overlaps itself; a failed one runs again at its next time.
 */
export function startScheduler<Job extends string>(
  context: SchedulerOptions<Job>,
): {
  /** Resolves to the jobs that did not end by themselves. */
  stop(): Promise<readonly Job[]>;
} {
  const running = new Map<Job, Promise<void>>();
  const closing = new AbortController();
  const stopping = new AbortController();
  const run = (job: Job) => {
    if (running.has(job)) return;
    const done = Promise.resolve({ closing: closing.signal, stopping: stopping.signal })
      .then(context.jobs[job])
      .catch(() => {})
      .then(() => void running.delete(job));
    running.set(job, done);
  };

  const minute = () => Math.floor(context.now().getTime() / MINUTE_MILLISECONDS);
  let lastMinute = minute();
  let isFirstTick = true;
  const ticking = setInterval(() => {
    const thisMinute = minute();
    for (const { job, ...recurrence } of context.schedules) {
      // Compares the number of turns, not the minutes: a machine that slept catches up, once.
      const isDue = turnsSinceEpoch(recurrence, thisMinute) > turnsSinceEpoch(recurrence, lastMinute);
      if (isDue || (isFirstTick && 'everyDayAtHongKong' in recurrence)) run(job);
    }
    for (const job of context.onEveryTick) run(job);
    isFirstTick = false;
    lastMinute = Math.max(lastMinute, thisMinute);
  }, TICK_MILLISECONDS);

  return {
    stop: async () => {
      clearInterval(ticking);
      closing.abort();
      let stopped: readonly Job[] = [];
      const timer = setTimeout(() => {
        stopped = [...running.keys()];
        stopping.abort();
      }, GRACE_MS);
      await Promise.all(running.values());
      clearTimeout(timer);
      return stopped;
    },
  };
}

/** Keeps the tasks that nobody else waits for, until they have ended. */
export function trackTasks() {
  const running = new Set<Promise<unknown>>();
  return {
    track<T>(task: Promise<T>): Promise<T> {
      running.add(task);
      const untrack = () => running.delete(task);
      task.then(untrack, untrack);
      return task;
    },
    /** Resolves when none is left, failed ones included. */
    async waitForAll(): Promise<void> {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

/** The number of turns since 1970. */
function turnsSinceEpoch(recurrence: Recurrence, minute: number): number {
  if ('everyMinutes' in recurrence) return Math.floor(minute / recurrence.everyMinutes);
  const [hours = 0, minutes = 0] = recurrence.everyDayAtHongKong.split(':').map(Number);
  return Math.floor((minute + HONG_KONG_OFFSET_MINUTES - hours * 60 - minutes) / DAY_MINUTES);
}
