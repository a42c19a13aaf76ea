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

export const waitUntil = async ({ clock, wait }: Waiting, instant: number): Promise<void> => {
  const left = instant - clock().getTime();
  if (left > 0) await wait(left);
};
