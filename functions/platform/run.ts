import { withDeadline } from './deadline.ts';
import type { Runtime } from './runtime.ts';
import { type FunctionName, lastItemMs, runLimit } from './time-limits.ts';

export interface RunOptions {
  /** Shorter than the limit of the function itself. */
  limitMs?: number;
  /** Ends the run when the process ends. */
  stopping?: AbortSignal;
}

export type Run<Result> = (options?: RunOptions) => Promise<Result>;

/**
 * A run of a job under its deadline. `work` receives the instant after which it must begin nothing new. A run that fails
 * or is late is logged and rejects.
 */
export const asRun =
  <Result>(
    name: FunctionName,
    { now, log }: Pick<Runtime, 'now' | 'log'>,
    work: (until: Date) => Promise<Result>,
  ): Run<Result> =>
  async ({ limitMs = Number.POSITIVE_INFINITY, stopping } = {}) => {
    const limit = runLimit(name);
    const ownMs = Math.min(limit.limitMs, limitMs);
    const startedAt = performance.now();
    try {
      const until = new Date(now().getTime() + ownMs - lastItemMs);
      return await withDeadline({ ...limit, limitMs: ownMs, signal: stopping }, () => work(until));
    } catch (cause) {
      const milliseconds = Math.round(performance.now() - startedAt);
      if (stopping?.aborted) log({ level: 'info', event: 'run-stopped', job: name, milliseconds });
      else log({ level: 'error', event: 'run-failed', job: name, milliseconds, cause });
      throw cause;
    }
  };
