import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';

/** The time was up before the work was done. Its cause is the last fault that was met until then. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';

  constructor(limitMs: number, cause: unknown) {
    super(`Not done within ${limitMs} ms`, cause === undefined ? undefined : { cause });
  }
}

export interface Limit {
  limitMs: number;
  /** How often anything in the work may be tried again, whatever it is. */
  retries: number;
  /** Ends the work early. */
  signal?: AbortSignal | undefined;
}

/** A call that succeeded at once gives back this part of a retry, as the standard mode of Amazon's SDKs does. */
const RETRY_EARNED = 0.2;

/** What a request or a run of a job has left: time, and retries of whatever fails on the way. */
class Deadline {
  readonly endsAt: number;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #limitMs: number;
  readonly #mostRetries: number;
  #retriesLeft: number;
  #fault: unknown;

  constructor(limitMs: number, retries: number, endsBy = Number.POSITIVE_INFINITY) {
    this.#limitMs = Math.max(0, Math.round(limitMs));
    this.endsAt = Math.min(performance.now() + this.#limitMs, endsBy);
    this.#mostRetries = retries;
    this.#retriesLeft = retries;
    // Each call under way listens, and many may be.
    setMaxListeners(0, this.signal);
    this.#timer = setTimeout(() => this.end(), this.#limitMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(reason: unknown = new DeadlineExceeded(this.#limitMs, this.#fault)): void {
    this.#controller.abort(reason);
  }

  takeRetry(fault: unknown): boolean {
    this.#fault = fault;
    if (this.signal.aborted || this.#retriesLeft < 1) return false;
    this.#retriesLeft -= 1;
    return true;
  }

  earnRetry(): void {
    this.#retriesLeft = Math.min(this.#mostRetries, this.#retriesLeft + RETRY_EARNED);
  }

  /** Settles as the work does, or rejects when the time is up, whatever the work does then. */
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
      // In this order, so that the reason for the end is this one and not what the work makes of it.
      return await this.race(current.run(this, work));
    } finally {
      clearTimeout(this.#timer);
    }
  }
}

/** Of a part of the work, which has no retries of its own. The deadline around it ends it by its signal. */
class InnerDeadline extends Deadline {
  readonly #outer: Deadline | undefined;

  constructor(limitMs: number, outer: Deadline | undefined) {
    super(limitMs, Number.POSITIVE_INFINITY, outer?.endsAt);
    this.#outer = outer;
  }

  override takeRetry(fault: unknown): boolean {
    return super.takeRetry(fault) && (this.#outer?.takeRetry(fault) ?? true);
  }

  override earnRetry(): void {
    this.#outer?.earnRetry();
  }
}

/** Work that several wait for: each of them pays for its retries, and it goes on while one of them has any. */
class SharedDeadline extends Deadline {
  readonly #callers: readonly Deadline[];

  constructor(callers: readonly Deadline[]) {
    super(Math.max(...callers.map(({ endsAt }) => endsAt)) - performance.now(), Number.POSITIVE_INFINITY);
    this.#callers = callers;
  }

  override takeRetry(fault: unknown): boolean {
    const paid = this.#callers.map((caller) => caller.takeRetry(fault));
    return super.takeRetry(fault) && paid.includes(true);
  }

  override earnRetry(): void {
    for (const caller of this.#callers) caller.earnRetry();
  }
}

export type { Deadline };

const current = new AsyncLocalStorage<Deadline | undefined>();

/** Ends the deadline early where the signal says so. */
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
 * Does the work under a deadline that all it calls can see. When the time is up this rejects with `DeadlineExceeded`, calls
 * under way are cut off, and what the work would still ask for fails at once.
 */
export async function withDeadline<T>(
  { limitMs, retries, signal }: Limit,
  work: () => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  return runUntil(signal, new Deadline(limitMs, retries), work);
}

/** Does a part of the work within `limitMs`, or within what is left of the deadline around it: rejects at once where that is over. */
export async function within<T>(limitMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const outer = current.getStore();
  outer?.signal.throwIfAborted();
  const deadline = new InnerDeadline(limitMs, outer);
  return runUntil(outer?.signal, deadline, () => work(deadline.signal));
}

/** The deadline of the request or run that this is called in; none in a command of the operator. */
export const currentDeadline = (): Deadline | undefined => current.getStore();

/** Does work that several callers wait for, until the last of them gives up; without a limit where one of them has none. */
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

/** Waits for what was begun elsewhere, no longer than the own deadline allows. */
export const waitFor = <T>(work: Promise<T>): Promise<T> => current.getStore()?.race(work) ?? work;

/** Whether what failed so may be tried again; takes one retry from the budget of the request or run. */
export const takeRetry = (fault: unknown): boolean => current.getStore()?.takeRetry(fault) ?? true;

/** After a call that succeeded at its first try. */
export const earnRetry = (): void => current.getStore()?.earnRetry();
