import type { Locator } from 'playwright-core';
import { pressUnlocked } from './pages.ts';

/** What a task costs a person, without reading and thinking. */
export interface Effort {
  clicks: number;
  /** Characters that are typed. */
  keys: number;
  /** From the first click to the result: what the product takes. */
  seconds: number;
}

/** A hand that counts what it does. */
export class CountingHand {
  private clicks = 0;
  private keys = 0;
  private readonly startedAt = performance.now();

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await pressUnlocked(target);
  }

  /** One click leads to the field. */
  async type(field: Locator, text: string): Promise<void> {
    this.clicks += 1;
    this.keys += [...text].length;
    await field.fill(text);
  }

  /** One click opens the list, the second one chooses. */
  async choose(list: Locator, label: string): Promise<void> {
    this.clicks += 2;
    await list.selectOption({ label });
  }

  /** One click opens the window of files, the second one chooses. */
  async attach(field: Locator, name: string, text: string): Promise<void> {
    this.clicks += 2;
    await field.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  }

  /** What was done until now. */
  effort(): Effort {
    const { clicks, keys, startedAt } = this;
    return { clicks, keys, seconds: (performance.now() - startedAt) / 1000 };
  }
}
