import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';

/** The time was up before the work was done. Its cause is the last error before that. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';

  constructor(limitMs: number, cause: unknown) {
    super(`Not done within ${limitMs} ms`, cause === undefined ? undefined : { cause });
  }
}

export interface Limit {
  limitMs: number;
  /** How many retries the whole work may use. */
  retries: number;
  /** Ends the work early. */
  signal?: AbortSignal | undefined;
}

/** A call that succeeds at once earns this part of a retry, as in the standard mode of the AWS SDKs. */
const RETRY_EARNED = 0.2;

/** The time and the retries that a request or a run of a job has left. */
class Deadline {
  readonly endsAt: number;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #limitMs: number;
  readonly #mostRetries: number;
  #retriesLeft: number;
  #lastError: unknown;

  constructor(limitMs: number, retries: number, endsBy = Number.POSITIVE_INFINITY) {
    this.#limitMs = Math.max(0, Math.round(limitMs));
    this.endsAt = Math.min(performance.now() + this.#limitMs, endsBy);
    this.#mostRetries = retries;
    this.#retriesLeft = retries;
    // Every call in flight listens, and there may be many.
    setMaxListeners(0, this.signal);
    this.#timer = setTimeout(() => this.end(), this.#limitMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(reason: unknown = new DeadlineExceeded(this.#limitMs, this.#lastError)): void {
    this.#controller.abort(reason);
  }

  takeRetry(error: unknown): boolean {
    this.#lastError = error;
    if (this.signal.aborted || this.#retriesLeft < 1) return false;
    this.#retriesLeft -= 1;
    return true;
  }

  earnRetry(): void {
    this.#retriesLeft = Math.min(this.#mostRetries, this.#retriesLeft + RETRY_EARNED);
  }

  /** Resolves or rejects with the work, or rejects when the time is up. */
  async race<T>(work: Promise<T>): Promise<T> {
    const { signal } = this;
    let fail = () => {};
    const isOver = new Promise<never>((_, reject) => {
      fail = () => reject(signal.reason);
      if (signal.aborted) fail();
      else signal.addEventListener('abort', fail, { once: true });
    });
    try {
      return await Promise.race([isOver, work]);
    } finally {
      signal.removeEventListener('abort', fail);
    }
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      // The race is outside, so that the deadline is the reason, not what the work makes of its abort.
      return await this.race(current.run(this, work));
    } finally {
      clearTimeout(this.#timer);
    }
  }
}

/** The deadline of a part of the work. It takes retries from the outer deadline, which can end it through its signal. */
class InnerDeadline extends Deadline {
  readonly #outer: Deadline | undefined;

  constructor(limitMs: number, outer: Deadline | undefined) {
    super(limitMs, Number.POSITIVE_INFINITY, outer?.endsAt);
    this.#outer = outer;
  }

  override takeRetry(error: unknown): boolean {
    return super.takeRetry(error) && (this.#outer?.takeRetry(error) ?? true);
  }

  override earnRetry(): void {
    this.#outer?.earnRetry();
  }
}

/**
 * The deadline of work that several callers wait for: all of them pay for its retries, and it goes on while one of them
 * has any.
 */
class SharedDeadline extends Deadline {
  readonly #callers: readonly Deadline[];

  constructor(callers: readonly Deadline[]) {
    super(Math.max(...callers.map(({ endsAt }) => endsAt)) - performance.now(), Number.POSITIVE_INFINITY);
    this.#callers = callers;
  }

  override takeRetry(error: unknown): boolean {
    const paid = this.#callers.map((caller) => caller.takeRetry(error));
    return super.takeRetry(error) && paid.includes(true);
  }

  override earnRetry(): void {
    for (const caller of this.#callers) caller.earnRetry();
  }
}

export type { Deadline };

const current = new AsyncLocalStorage<Deadline | undefined>();

/** Ends the deadline early when the signal is aborted. */
async function runUntil<T>(
  signal: AbortSignal | undefined,
  deadline: Deadline,
  work: () => Promise<T>,
): Promise<T> {
  const stop = () => deadline.end(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await deadline.run(work);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/**
 * Does the work under a deadline that all its calls can see. When the time is up, it rejects with `DeadlineExceeded`,
 * calls in flight are aborted, and further calls of the work fail at once.
 */
export async function withDeadline<T>(
  { limitMs, retries, signal }: Limit,
  work: () => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  return runUntil(signal, new Deadline(limitMs, retries), work);
}

/** Does a part of the work within `limitMs`, or within the rest of the outer deadline; rejects at once if that is over. */
export async function within<T>(limitMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const outer = current.getStore();
  outer?.signal.throwIfAborted();
  const deadline = new InnerDeadline(limitMs, outer);
  return runUntil(outer?.signal, deadline, () => work(deadline.signal));
}

/** Does a part of the work within this share of the time that is left, so that the rest is enough for the reply. */
export async function withinShare<T>(share: number, work: () => Promise<T>): Promise<T> {
  const outer = current.getStore();
  return outer ? within(share * (outer.endsAt - performance.now()), work) : work();
}

/** The deadline of the current request or run; undefined in an operator's command. */
export const currentDeadline = (): Deadline | undefined => current.getStore();

/** Does work that several callers wait for, until the last of them gives up; without a limit if one of them has none. */
export function withDeadlineOf<T>(
  callers: Iterable<Deadline | undefined>,
  work: () => Promise<T>,
): Promise<T> {
  const limited: Deadline[] = [];
  for (const caller of callers) {
    if (caller === undefined) return current.run(undefined, work);
    limited.push(caller);
  }
  return new SharedDeadline(limited).run(work);
}

/** Waits for work that was begun elsewhere, no longer than the caller's own deadline. */
export const waitFor = <T>(work: Promise<T>): Promise<T> => current.getStore()?.race(work) ?? work;

/** Whether a call may be retried after this error; takes one retry from the budget of the request or run. */
export const takeRetry = (error: unknown): boolean => current.getStore()?.takeRetry(error) ?? true;

/** Called after a call that succeeded at its first try. */
export const earnRetry = (): void => current.getStore()?.earnRetry();
