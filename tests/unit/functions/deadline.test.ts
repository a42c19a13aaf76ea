import { expect, it } from 'vitest';
import { DeadlineExceeded, takeRetry, withDeadline, within } from '../../../functions/platform/deadline.ts';

const forever = () => new Promise<never>(() => {});
const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('it was done'),
    (cause: unknown) => cause,
  );
const LONG_MS = 60_000;
const fault = new Error('busy');

it('a deadline ends the work with its last error as the cause, aborts calls in flight, and lets none begin', async () => {
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
