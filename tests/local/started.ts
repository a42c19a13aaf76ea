import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readRunning } from '../../infra/local/data-folder.ts';
import { freePort } from '../../infra/local/free-port.ts';
import { WAIT_LIMIT_MS } from '../support/time-limits.ts';

const root = join(import.meta.dirname, '../..');
const start = ['infra/local/launch.mjs', '--behind', 'http://localhost:1'];

/** The errors on its output, without the steps of the start. */
export const complaints = ({ output }: Pick<Attempt, 'output'>): string =>
  output.err.replace(/^.* …\n/gm, '');

export interface Attempt {
  child: ChildProcess;
  /** The whole output so far. */
  output: { out: string; err: string };
  ended: Promise<number | null>;
}

/** Starts the product in a process group of its own, without the site, which other tests build. */
export function attempt(
  environment: { DATA_DIR: string; PORT: string; AWS_ENDPOINT_URL_DYNAMODB?: string },
  [command, ...args]: readonly string[] = [process.execPath, ...start],
): Attempt {
  const { npm_lifecycle_event: _, AWS_ENDPOINT_URL_DYNAMODB: __, ...surroundings } = process.env;
  const child = spawn(command ?? '', args, {
    cwd: root,
    env: { ...surroundings, SAMPLE_MEMBERS: 'none', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const output = { out: '', err: '' };
  const read = (to: 'out' | 'err') => (chunk: Buffer) => {
    output[to] += chunk;
  };
  child.stdout.on('data', read('out'));
  child.stderr.on('data', read('err'));
  const ended = once(child, 'close').then(() => child.exitCode);
  onTestFinished(async () => {
    for (const { processId } of processesOf(environment.DATA_DIR)) kill(processId);
    kill(-(child.pid ?? 0));
    await ended;
  });
  return { child, output, ended };
}

/** Resolves when the product is ready. */
export async function started(dataFolder: string, command?: readonly string[], more: object = {}) {
  const port = await freePort();
  const attempted = attempt({ DATA_DIR: dataFolder, PORT: String(port), ...more }, command);
  await until(
    () => attempted.output.out.includes('\n\n  Demo accounts') || attempted.child.exitCode !== null,
  );
  const running = await readRunning(dataFolder);
  if (!running) throw new Error(`it did not start: ${attempted.output.err}`);
  return { ...attempted, port, running, url: `http://localhost:${port}` };
}

/** Polls until the condition holds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + WAIT_LIMIT_MS;
  while (!(await condition())) {
    if (performance.now() > giveUpAt) throw new Error(`not within ${WAIT_LIMIT_MS} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export const isListening = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Every process with the folder in its command line: the database and its guard. */
export const processesOf = (folder: string) =>
  execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(folder))
    .map((line) => /^\s*(?<pid>\d+) (?<command>.*)$/.exec(line)?.groups ?? {})
    .map(({ pid, command = '' }) => ({ processId: Number(pid), command }));

/** Kills a process, or a group by its negative number, that may have ended by itself. */
export function kill(processId: number): void {
  try {
    process.kill(processId, 'SIGKILL');
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ESRCH')) throw cause;
  }
}
