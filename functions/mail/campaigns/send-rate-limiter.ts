import type { Runtime } from '../../platform/runtime.ts';

/** Copies that are under way, never more than so many; the first fault of one of them stops the rest. */
export class ConcurrencyLimit {
  readonly #most: number;
  readonly #under = new Set<Promise<void>>();
  #fault: { cause: unknown } | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves when so many more may start. */
  async room(count: number): Promise<void> {
    while (this.#under.size > this.#most - count) await Promise.race(this.#under);
    if (this.#fault) throw this.#fault.cause;
  }

  start(send: () => Promise<void>): void {
    const under = send()
      .catch((cause: unknown) => {
        this.#fault ??= { cause };
      })
      .finally(() => this.#under.delete(under));
    this.#under.add(under);
  }

  async land(): Promise<void> {
    await Promise.all(this.#under);
    if (this.#fault) throw this.#fault.cause;
  }
}

/** Waits with the clock, which tests may run at another speed. */
export type Waiting = Pick<Runtime, 'now'> & { wait: (milliseconds: number) => Promise<void> };

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
  readonly #deps: Waiting;
  readonly #most: number;
  readonly #recent: Dispatch[] = [];
  #departed = 0;
  #quickest = Number.POSITIVE_INFINITY;

  constructor(deps: Waiting, perSecond: number) {
    this.#deps = deps;
    this.#most = Math.max(1, Math.floor(perSecond));
  }

  /** Hands `send` what it waits for before it leaves: the instant, or as soon after it as the rate allows. */
  async through<T>(instant: number, send: (beforeSend: () => Promise<void>) => Promise<T>): Promise<T> {
    let departure: Dispatch | undefined;
    const result = await send(async () => {
      departure = await this.#enter(instant);
    });
    if (departure) this.#answered(departure);
    return result;
  }

  #answered(departure: Dispatch): void {
    const took = this.#deps.now().getTime() - departure.at;
    this.#quickest = Math.min(this.#quickest, took);
    // What is quick is not known in the first second, while lines are still being opened. Half of the margin is for clocks.
    const late = departure.isAmongFirst ? took : took - this.#quickest - JITTER_MS / 2;
    departure.at += Math.max(0, late);
  }

  async #enter(instant: number): Promise<Dispatch> {
    const { now, wait } = this.#deps;
    for (;;) {
      const at = now().getTime();
      const before = this.#recent.length < this.#most ? undefined : this.#recent[0];
      const left = Math.max(instant, before === undefined ? 0 : before.at + WINDOW_MS) - at;
      if (left <= 0) {
        const departure = { at, isAmongFirst: this.#departed < this.#most };
        this.#departed += 1;
        this.#recent.push(departure);
        if (this.#recent.length > this.#most) this.#recent.shift();
        return departure;
      }
      await wait(Math.ceil(left));
    }
  }
}
