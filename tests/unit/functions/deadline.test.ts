import { describe, expect, it } from 'vitest';
import {
  currentDeadline,
  type Deadline,
  DeadlineExceeded,
  earnRetry,
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

  it('has a budget of retries for all parts, which grows by a fifth with each success, up to its size', async () => {
    await withDeadline({ limitMs: LONG_MS, retries: 2 }, async () => {
      for (let n = 0; n < 100; n += 1) earnRetry();
      expect(takeRetry(fault)).toBe(true);
      await within(LONG_MS, () => within(LONG_MS, async () => expect(takeRetry(fault)).toBe(true)));
      expect(takeRetry(fault)).toBe(false);
      for (let n = 0; n < 6; n += 1) earnRetry();
      expect([takeRetry(fault), takeRetry(fault)]).toEqual([true, false]);
    });
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
