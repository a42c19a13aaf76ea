import { afterAll, beforeAll, vi } from 'vitest';

/**
 * Files share a worker: whatever a file has replaced of the clock, of globals and of the environment is restored at its
 * end.
 */
let environment: NodeJS.ProcessEnv;
beforeAll(() => {
  environment = { ...process.env };
});

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
