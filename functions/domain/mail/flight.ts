import type { Ambient } from '../ambient.ts';

/** Copies that are under way, never more than so many; the first fault of one of them stops the rest. */
export class Flight {
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
export type Waiting = Pick<Ambient, 'clock'> & { wait: (milliseconds: number) => Promise<void> };

/** Holds back what a stalled machine would let go all at once: never more than so many within any second. */
export class Rate {
  readonly #needs: Waiting;
  readonly #most: number;
  readonly #recent: number[] = [];

  constructor(needs: Waiting, most: number) {
    this.#needs = needs;
    this.#most = most;
  }

  /** Resolves at the instant, or as soon after it as the rate allows. */
  async enter(instant: number): Promise<void> {
    const { clock, wait } = this.#needs;
    for (;;) {
      const now = clock().getTime();
      const before = this.#recent.length < this.#most ? undefined : this.#recent[0];
      const left = Math.max(instant, before === undefined ? 0 : before + 1000) - now;
      if (left <= 0) {
        this.#recent.push(now);
        if (this.#recent.length > this.#most) this.#recent.shift();
        return;
      }
      await wait(Math.ceil(left));
    }
  }
}
