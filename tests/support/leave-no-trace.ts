import { afterAll, vi } from 'vitest';

/**
 * Files share a worker: whatever a file has replaced of the clock, of globals and of the environment is restored at its
 * end.
 */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
