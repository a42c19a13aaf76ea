import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../../infra/local/free-port.ts';
import { WAIT_LIMIT_MS } from '../../support/time-limits.ts';

/** The program of moto, an AWS that others wrote: `pip install 'moto[server]'`. */
const program = process.env['MOTO_SERVER'] || 'moto_server';

const isThere = spawnSync(program, ['--help']).status === 0;

/** Why the check cannot run here; undefined where it can. @throws where it must run */
export function missingMoto(): string | undefined {
  if (isThere) return undefined;
  const sentence = `Skipped: ${program} isn't installed. pip install 'moto[server]', or set MOTO_SERVER to its path.`;
  if (process.env['MOTO_REQUIRED']) throw new Error(sentence);
  return sentence;
}

export interface Moto {
  url: string;
  stop(): Promise<void>;
}

export async function startMoto(): Promise<Moto> {
  const port = await freePort();
  const child = spawn(program, ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await untilItAnswers(`${url}/moto-api/`, child);
  return {
    url,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  const giveUpAt = performance.now() + WAIT_LIMIT_MS;
  for (;;) {
    const answers = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return;
    if (child.exitCode !== null || performance.now() > giveUpAt)
      throw new Error(`${program} doesn't answer at ${url}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
