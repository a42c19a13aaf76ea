import { TO_TELL_MS } from '../platform/time-limits.ts';
import type { Run } from './run.ts';

/** The handler of a job: its run ends, and is logged, before Lambda would end it. The event that starts it holds nothing. */
export const runHandler =
  <Result>(run: Run<Result>) =>
  (_event: unknown, context: { getRemainingTimeInMillis(): number }): Promise<Result> =>
    run({ limitMs: context.getRemainingTimeInMillis() - TO_TELL_MS });
