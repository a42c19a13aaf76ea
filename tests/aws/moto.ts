import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../infra/local/ports.ts';
import { WAIT_LIMIT_MS } from '../support/time-limits.ts';

/** The program of moto, an AWS that others wrote: `pip install 'moto[server]'`. */
const program = process.env['MOTO_SERVER'] || 'moto_server';

/** The address of a moto that runs already, for example in a container. Its data is deleted. */
const runningUrl = process.env['MOTO_URL']?.replace(/\/$/, '');

export interface Moto {
  url: string;
  /** Deletes all data. */
  reset(): Promise<unknown>;
  stop(): Promise<void>;
}

/** @throws a sentence that says how to get it, where there is none */
export async function startMoto(): Promise<Moto> {
  if (runningUrl !== undefined) {
    await untilItAnswers(`${runningUrl}/moto-api/`);
    const reset = () => fetch(`${runningUrl}/moto-api/reset`, { method: 'POST' });
    await reset();
    return { url: runningUrl, reset, stop: async () => {} };
  }
  if (spawnSync(program, ['--help']).status !== 0)
    throw new Error(
      "There is no moto. Install it (pip install 'moto[server]', or set MOTO_SERVER to its path), or start it (docker run --rm -p 5000:5000 motoserver/moto) and set MOTO_URL=http://localhost:5000.",
    );
  const port = await freePort();
  const child = spawn(program, ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await untilItAnswers(`${url}/moto-api/`, child);
  return {
    url,
    reset: () => fetch(`${url}/moto-api/reset`, { method: 'POST' }),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

async function untilItAnswers(url: string, child?: ChildProcess): Promise<void> {
  const giveUpAt = performance.now() + WAIT_LIMIT_MS;
  for (;;) {
    const answers = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return;
    if ((child && child.exitCode !== null) || performance.now() > giveUpAt)
      throw new Error(`moto doesn't answer at ${url}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
