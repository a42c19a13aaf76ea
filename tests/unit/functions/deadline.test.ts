import { expect, it } from 'vitest';
import { DeadlineExceeded, within } from '../../../functions/platform/deadline.ts';

const forever = () => new Promise<never>(() => {});
const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('it was done'),
    (cause: unknown) => cause,
  );
const LONG_MS = 60_000;

it('a deadline ends the work, aborts calls in flight, and lets none begin', async () => {
  const { promise: afterwards, resolve: finish } = Promise.withResolvers<unknown>();
  let signal: AbortSignal | undefined;
  const work = within(5, async () => {
    await within(LONG_MS, (inner) => {
      signal = inner;
      return forever();
    }).catch(() => {});
    finish(await failure(within(LONG_MS, async () => expect.unreachable('it has begun'))));
  });
  const cause = await failure(work);
  expect(cause).toBeInstanceOf(DeadlineExceeded);
  expect(cause).toMatchObject({ message: 'Not done within 5 ms' });
  expect(await afterwards).toMatchObject({ name: 'TimeoutError' });
  expect(signal?.aborted).toBe(true);
});
