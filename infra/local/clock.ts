const MINUTE_MILLISECONDS = 60_000;
export const TICK_MILLISECONDS = 500;

export interface ClockNeeds<Job extends string> {
  schedules: readonly { job: Job; everyMinutes: number }[];
  jobs: Readonly<Record<Job, () => Promise<unknown>>>;
  /** Jobs that the table's stream starts in the cloud: here they run at every tick. */
  streamed: readonly Job[];
  now: () => Date;
  /** Calls again and again; what it returns ends that. */
  every: (milliseconds: number, tick: () => void) => () => void;
  report: (job: Job, fault: unknown) => void;
}

export const everyInterval: ClockNeeds<string>['every'] = (milliseconds, tick) => {
  const timer = setInterval(tick, milliseconds);
  return () => clearInterval(timer);
};

/** Runs the jobs on their minutes. A job never overlaps itself; one that fails is reported and runs again in its turn. */
export function startClock<Job extends string>(needs: ClockNeeds<Job>): { stop(): Promise<void> } {
  const running = new Map<Job, Promise<void>>();
  const run = (job: Job) => {
    if (running.has(job)) return;
    const done = Promise.resolve()
      .then(needs.jobs[job])
      .catch((fault: unknown) => needs.report(job, fault))
      .then(() => void running.delete(job));
    running.set(job, done);
  };

  const minute = () => Math.floor(needs.now().getTime() / MINUTE_MILLISECONDS);
  let lastMinute = minute();
  const stopTicking = needs.every(TICK_MILLISECONDS, () => {
    const thisMinute = minute();
    for (const { job, everyMinutes } of needs.schedules) {
      // Turns passed rather than minutes met: a machine that slept catches up, once.
      const turns = Math.floor(thisMinute / everyMinutes) - Math.floor(lastMinute / everyMinutes);
      if (turns > 0 || needs.streamed.includes(job)) run(job);
    }
    lastMinute = Math.max(lastMinute, thisMinute);
  });

  return {
    stop: async () => {
      stopTicking();
      await Promise.all(running.values());
    },
  };
}
