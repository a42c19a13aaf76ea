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

describe('a deadline', () => {
  it('ends work that does not end by itself, with the last error as its cause', async () => {
    const fault = new Error('no reply');
    const work = withDeadline({ limitMs: 5, retries: 1 }, () => {
      takeRetry(fault);
      return forever();
    });
    const cause = await failure(work);
    expect(cause).toBeInstanceOf(DeadlineExceeded);
    expect(cause).toMatchObject({ message: 'Not done within 5 ms', cause: fault });
  });

  it('aborts calls in flight, and lets nothing begin afterwards', async () => {
    let signal: AbortSignal | undefined;
    let later: unknown;
    let hasBegun = false;
    let finish = () => {};
    const afterwards = new Promise<void>((resolve) => {
      finish = resolve;
    });
    await failure(
      withDeadline({ limitMs: 5, retries: 9 }, async () => {
        await within(LONG_MS, (inner) => {
          signal = inner;
          return forever();
        }).catch(() => {});
        later = await failure(within(LONG_MS, async () => (hasBegun = true)));
        expect(takeRetry(new Error('x'))).toBe(false);
        finish();
      }),
    );
    await afterwards;
    expect(signal?.aborted).toBe(true);
    expect(later).toBeInstanceOf(DeadlineExceeded);
    expect(hasBegun).toBe(false);
  });

  it('does not affect work that is done in time or fails by itself', async () => {
    const limit = { limitMs: LONG_MS, retries: 0 };
    expect(await withDeadline(limit, async () => 'tea')).toBe('tea');
    await expect(withDeadline(limit, () => Promise.reject(new Error('no tea')))).rejects.toThrow('no tea');
    expect(currentDeadline()).toBeUndefined();
  });

  it('gives a part no more time than the whole has left', async () => {
    const started = performance.now();
    const messages: unknown[] = [];
    const whole = withDeadline({ limitMs: 20, retries: 0 }, async () => {
      messages.push(await failure(within(5, forever)));
      messages.push(await failure(within(LONG_MS, forever)));
    });
    messages.push(await failure(whole));
    await expect
      .poll(() => messages.map(String).toSorted())
      .toEqual([
        'DeadlineExceeded: Not done within 20 ms',
        'DeadlineExceeded: Not done within 20 ms',
        'DeadlineExceeded: Not done within 5 ms',
      ]);
    expect(performance.now() - started).toBeLessThan(LONG_MS / 2);
    const done = withDeadline({ limitMs: LONG_MS, retries: 0 }, async () => {
      await failure(within(1, forever));
      return 'went on';
    });
    expect(await done).toBe('went on');
  });

  it('ends early on a signal, with all its parts', async () => {
    const stopping = new AbortController();
    let inner: AbortSignal | undefined;
    const work = withDeadline({ limitMs: LONG_MS, retries: 0, signal: stopping.signal }, () =>
      within(LONG_MS, (signal) => {
        inner = signal;
        return forever();
      }),
    );
    stopping.abort(new Error('the product stops'));
    expect(await failure(work)).toMatchObject({ message: 'the product stops' });
    expect(inner?.aborted).toBe(true);
    let hasBegun = false;
    const late = withDeadline({ limitMs: LONG_MS, retries: 0, signal: stopping.signal }, async () => {
      hasBegun = true;
    });
    expect(await failure(late)).toMatchObject({ message: 'the product stops' });
    expect(hasBegun).toBe(false);
  });
});

describe('the budget of retries', () => {
  const fault = new Error('busy');

  it('is shared by all parts', async () => {
    await withDeadline({ limitMs: LONG_MS, retries: 3 }, async () => {
      expect(takeRetry(fault)).toBe(true);
      await within(LONG_MS, async () => expect(takeRetry(fault)).toBe(true));
      await within(LONG_MS, () => within(LONG_MS, async () => expect(takeRetry(fault)).toBe(true)));
      expect(takeRetry(fault)).toBe(false);
      await within(LONG_MS, async () => expect(takeRetry(fault)).toBe(false));
    });
  });

  it('grows by a fifth with each success, up to its initial size', async () => {
    await withDeadline({ limitMs: LONG_MS, retries: 1 }, async () => {
      for (let n = 0; n < 100; n += 1) earnRetry();
      expect([takeRetry(fault), takeRetry(fault)]).toEqual([true, false]);
      for (let n = 0; n < 6; n += 1) earnRetry();
      expect([takeRetry(fault), takeRetry(fault)]).toEqual([true, false]);
    });
  });

  it('is unlimited on the command line', () => {
    earnRetry();
    expect(takeRetry(fault)).toBe(true);
  });
});

describe('the deadline of shared work', () => {
  const limit = { limitMs: LONG_MS, retries: 1 };

  it('outlasts the first caller, who waits no longer than their own deadline', async () => {
    const callers: (Deadline | undefined)[] = [];
    let answer = (_: string) => {};
    const shared = new Promise<string>((resolve) => {
      answer = resolve;
    });
    let signal: AbortSignal | undefined;
    const join = () => {
      callers.push(currentDeadline());
      return waitFor(result);
    };
    const result: Promise<string> = Promise.resolve().then(() =>
      withDeadlineOf(callers, () => {
        signal = currentDeadline()?.signal;
        return shared;
      }),
    );
    const first = failure(withDeadline({ limitMs: 5, retries: 1 }, join));
    const second = withDeadline(limit, join);
    expect(await first).toBeInstanceOf(DeadlineExceeded);
    expect(signal?.aborted).toBe(false);
    answer('tea');
    expect(await second).toBe('tea');
  });

  it('takes its retries from each caller, while one has any', async () => {
    const fault = new Error('busy');
    const deadlineOf = (retries: number) =>
      withDeadline({ limitMs: LONG_MS, retries }, async () => currentDeadline());
    const callers = [await deadlineOf(1), await deadlineOf(2)];
    await withDeadlineOf(callers, async () => {
      expect([takeRetry(fault), takeRetry(fault), takeRetry(fault)]).toEqual([true, true, false]);
    });
  });

  it('has no limit if one caller has none', async () => {
    const callers = [await withDeadline(limit, async () => currentDeadline()), undefined];
    expect(await withDeadlineOf(callers, async () => currentDeadline())).toBeUndefined();
  });
});
