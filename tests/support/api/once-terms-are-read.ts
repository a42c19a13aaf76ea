import type { Context } from '../../../functions/platform/context.ts';
import { atCalls, atNextCall } from '../table/at-calls.ts';

/**
 * Runs `work` once, right after a member's terms are next read. A member who is read at the same time as the terms is read
 * after `work`.
 */
export function onceTermsAreRead({ table }: Pick<Context, 'table'>, work: () => Promise<unknown>): void {
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>();
  let areBeingRead = false;
  const stop = atCalls(table, /^BatchGetItem .*"PROFILE"/, async (go) => {
    if (areBeingRead) await isDone;
    return go();
  });
  atNextCall(table, /^Query .*"TERM#/, async (go) => {
    areBeingRead = true;
    const terms = await go();
    areBeingRead = false;
    await work();
    stop();
    done();
    return terms;
  });
}
