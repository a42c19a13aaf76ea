import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';

/** The time was up before the work was done. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';

  constructor(limitMs: number) {
    super(`Not done within ${limitMs} ms`);
  }
}

interface Deadline {
  signal: AbortSignal;
  /** In the time of `performance.now()`. */
  endsAt: number;
}

/** The deadline of the current request, run or part of one. */
const current = new AsyncLocalStorage<Deadline>();

/** Ends a call that leaves the process; undefined in an operator's command, which has no deadline. */
export const currentSignal = (): AbortSignal | undefined => current.getStore()?.signal;

/** The options of every call of an AWS SDK. */
export function inTime(): { abortSignal?: AbortSignal } {
  const abortSignal = currentSignal();
  return abortSignal ? { abortSignal } : {};
}

/**
 * Does a request, a run or a part of one within `limitMs`, or within the rest of the outer deadline. When the time is up,
 * or when `stopping` is aborted, calls in flight are aborted, further ones fail at once, and this rejects. Nobody knows
 * then whether a write in flight was done, so its caller gets an error, or has said before that it is in doubt.
 * @throws `DeadlineExceeded`
 */
export async function within<T>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  stopping?: AbortSignal,
): Promise<T> {
  const outer = current.getStore();
  const wholeMs = Math.max(0, Math.round(limitMs));
  const timeout = AbortSignal.timeout(wholeMs);
  const signal = AbortSignal.any([timeout, outer?.signal, stopping].filter((each) => each !== undefined));
  // Every call in flight listens, and there may be many.
  setMaxListeners(0, signal);
  signal.throwIfAborted();
  const endsAt = Math.min(performance.now() + wholeMs, outer?.endsAt ?? Number.POSITIVE_INFINITY);
  try {
    // Not everything listens to the signal: the AWS SDK's wait between two tries doesn't.
    return await Promise.race([rejectionOf(signal), current.run({ signal, endsAt }, () => work(signal))]);
  } catch (cause) {
    throw timeout.aborted && cause === timeout.reason ? new DeadlineExceeded(wholeMs) : cause;
  }
}

const rejectionOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** Does a part of the work within this share of the time that is left, so that the rest is enough for the reply. */
export async function withinShare<T>(share: number, work: () => Promise<T>): Promise<T> {
  const outer = current.getStore();
  return outer ? within(share * (outer.endsAt - performance.now()), work) : work();
}
