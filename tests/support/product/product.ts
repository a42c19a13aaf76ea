import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { vi } from 'vitest';
import { WAIT_LIMIT_MS } from '../time-limits.ts';

const root = join(import.meta.dirname, '../../..');

/** Starts a command of the product in a process group of its own, without sample members. */
export function spawnProduct(
  environment: NodeJS.ProcessEnv,
  [command = '', ...args]: readonly string[] = [process.execPath, 'infra/local/launch.mjs'],
) {
  const { npm_lifecycle_event: _, AWS_ENDPOINT_URL_DYNAMODB: __, ...surroundings } = process.env;
  const child = spawn(command, args, {
    cwd: root,
    env: { ...surroundings, SAMPLE_MEMBERS: 'none', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  /** All of it so far. */
  const output = { out: '', err: '' };
  const read = (to: 'out' | 'err') => (chunk: Buffer) => {
    output[to] += chunk;
  };
  child.stdout.on('data', read('out'));
  child.stderr.on('data', read('err'));
  return { child, output, ended: once(child, 'close').then(() => child.exitCode) };
}

/** Polls until the condition holds. */
export const until = (condition: () => boolean | Promise<boolean>): Promise<unknown> =>
  vi.waitUntil(condition, { timeout: WAIT_LIMIT_MS, interval: 10 });
