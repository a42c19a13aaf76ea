import { beforeAll, vi } from 'vitest';

/**
 * Files share a worker: whatever a file has replaced of the clock, of globals, of functions and of the environment is
 * restored at its end.
 */
beforeAll(() => {
  const environment = { ...process.env };
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
  };
});
