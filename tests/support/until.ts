import { vi } from 'vitest';
import { WAIT_LIMIT_MS } from './time-limits.ts';

/** Polls until the condition holds. */
export const until = (condition: () => boolean | Promise<boolean>): Promise<unknown> =>
  vi.waitUntil(condition, { timeout: WAIT_LIMIT_MS, interval: 10 });
