import { describe, expect, it } from 'vitest';
import {
  currentDeadline,
  type Deadline,
  DeadlineExceeded,
  takeRetry,
  waitFor,
  withDeadline,
  withDeadlineOf,
  within,
} from '../../../functions/platform/deadline.ts';

const forever = () => new Promise<never>(() => {});
const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('it was done'),
    (cause: unknown) => cause,
  );
const LONG_MS = 60_000;
const fault = new Error('busy');

describe('a deadline', () => {
  it('ends the work with its last error as the cause, aborts calls in flight, and lets none begin', async () => {
    const { promise: afterwards, resolve: finish } = Promise.withResolvers<unknown>();
    let signal: AbortSignal | undefined;
    const work = withDeadline({ limitMs: 5, retries: 9 }, async () => {
      takeRetry(fault);
      await within(LONG_MS, (inner) => {
        signal = inner;
        return forever();
      }).catch(() => {});
      finish(await failure(within(LONG_MS, async () => expect.unreachable('it has begun'))));
    });
    expect(await failure(work)).toMatchObject({ message: 'Not done within 5 ms', cause: fault });
    expect(await afterwards).toBeInstanceOf(DeadlineExceeded);
    expect(signal?.aborted).toBe(true);
  });

  it('of shared work outlasts the first caller, who waits no longer than their own', async () => {
    const callers: (Deadline | undefined)[] = [];
    const { promise: shared, resolve: answer } = Promise.withResolvers<string>();
    const join = () => {
      callers.push(currentDeadline());
      return waitFor(result);
    };
    const result: Promise<string> = Promise.resolve().then(() => withDeadlineOf(callers, () => shared));
    const first = failure(withDeadline({ limitMs: 5, retries: 1 }, join));
    const second = withDeadline({ limitMs: LONG_MS, retries: 1 }, join);
    expect(await first).toBeInstanceOf(DeadlineExceeded);
    answer('tea');
    expect(await second).toBe('tea');
  });
});
