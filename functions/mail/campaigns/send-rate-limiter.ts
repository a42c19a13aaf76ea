import type { Runtime } from '../../platform/runtime.ts';

/** Sends in flight, never more than so many; the first error of one of them stops the rest. */
export class ConcurrencyLimit {
  readonly #max: number;
  readonly #running = new Set<Promise<void>>();
  #failure: { cause: unknown } | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  /** Resolves when so many more may start. */
  async waitForCapacity(count: number): Promise<void> {
    while (this.#running.size > this.#max - count) await Promise.race(this.#running);
    if (this.#failure) throw this.#failure.cause;
  }

  run(send: () => Promise<void>): void {
    const running = send()
      .catch((cause: unknown) => {
        this.#failure ??= { cause };
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async waitForAll(): Promise<void> {
    await Promise.all(this.#running);
    if (this.#failure) throw this.#failure.cause;
  }
}

type Clock = Pick<Runtime, 'now' | 'sleep'>;

/** What a call may be late by, of itself: windows are longer than a second by so much. */
const JITTER_MS = 20;
const WINDOW_MS = 1000 + JITTER_MS;

/** What a sender may plan with where an account has this rate. */
export const effectiveRate = (perSecond: number): number => (perSecond * 1000) / WINDOW_MS;

interface Dispatch {
  /** From here on its window is counted. */
  at: number;
  isAmongFirst: boolean;
}

/**
 * Lets calls go so that never more than the account's rate arrive within any second. When a call arrived is not known; that
 * its answer came later than the quickest one says how late it may have been, through a busy moment here or a slow line.
 */
export class SendRateLimiter {
  readonly #deps: Clock;
  readonly #max: number;
  readonly #recent: Dispatch[] = [];
  #dispatched = 0;
  #quickest = Number.POSITIVE_INFINITY;

  constructor(deps: Clock, maxPerSecond: number) {
    this.#deps = deps;
    this.#max = Math.max(1, Math.floor(maxPerSecond));
  }

  /** Hands `send` what it waits for before it leaves: the instant, or as soon after it as the rate allows. */
  async run<T>(instant: number, send: (beforeSend: () => Promise<void>) => Promise<T>): Promise<T> {
    let dispatch: Dispatch | undefined;
    const result = await send(async () => {
      dispatch = await this.#enter(instant);
    });
    if (dispatch) this.#answered(dispatch);
    return result;
  }

  #answered(dispatch: Dispatch): void {
    const took = this.#deps.now().getTime() - dispatch.at;
    this.#quickest = Math.min(this.#quickest, took);
    // What is quick is not known in the first second, while lines are still being opened. Half of the margin is for clocks.
    const late = dispatch.isAmongFirst ? took : took - this.#quickest - JITTER_MS / 2;
    dispatch.at += Math.max(0, late);
  }

  async #enter(instant: number): Promise<Dispatch> {
    const { now, sleep } = this.#deps;
    for (;;) {
      const at = now().getTime();
      const before = this.#recent.length < this.#max ? undefined : this.#recent[0];
      const left = Math.max(instant, before === undefined ? 0 : before.at + WINDOW_MS) - at;
      if (left <= 0) {
        const dispatch = { at, isAmongFirst: this.#dispatched < this.#max };
        this.#dispatched += 1;
        this.#recent.push(dispatch);
        if (this.#recent.length > this.#max) this.#recent.shift();
        return dispatch;
      }
      await sleep(Math.ceil(left));
    }
  }
}
