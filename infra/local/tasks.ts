import { everyInterval, TICK_MILLISECONDS } from './scheduler.ts';

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

/** Runs the task at every tick; one run ends before the next begins. What is returned ends that. */
export function atEveryTick(task: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<unknown> | undefined;
  const stop = everyInterval(TICK_MILLISECONDS, () => {
    running ??= task().finally(() => {
      running = undefined;
    });
  });
  return async () => {
    stop();
    await running;
  };
}
