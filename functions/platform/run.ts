import { withDeadline } from './deadline.ts';
import type { Runtime } from './runtime.ts';
import { type FunctionName, lastItemMs, runLimit } from './time-limits.ts';
import { asWork } from './work.ts';

export interface RunOptions {
  /** Shorter than the limit of the function itself. */
  limitMs?: number;
  /** Ends the run when the process ends. */
  stopping?: AbortSignal;
}

export type Run<Result> = (options?: RunOptions) => Promise<Result>;

/**
 * A run of a job under its deadline. `work` receives the instant after which it must begin nothing new. Each run is logged;
 * one that fails or is late rejects.
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
    const facts = () => ({ job: name, milliseconds: Math.round(performance.now() - startedAt) });
    return asWork(undefined, async (tableUnits) => {
      try {
        const until = new Date(now().getTime() + ownMs - lastItemMs);
        const result = await withDeadline({ ...limit, limitMs: ownMs, signal: stopping }, () => work(until));
        log({ level: 'info', event: 'run-done', ...facts(), tableUnits });
        return result;
      } catch (cause) {
        if (stopping?.aborted) log({ level: 'info', event: 'run-stopped', ...facts(), tableUnits });
        else log({ level: 'error', event: 'run-failed', ...facts(), tableUnits, cause });
        throw cause;
      }
    });
  };
