import { afterAll, vi } from 'vitest';

/** Files share a worker: what one has put in place of the clock, of globals and of the environment ends with it. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
