import { TO_TELL_MS } from '../deadline/time-limits.ts';
import type { Run } from '../wire/run.ts';

/** A Lambda whose event says nothing: it ends, told, before Lambda ends it. */
export const runHandler =
  <Result>(run: Run<Result>) =>
  (_event: unknown, context: { getRemainingTimeInMillis(): number }): Promise<Result> =>
    run({ limitMs: context.getRemainingTimeInMillis() - TO_TELL_MS });
