import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { readRunning } from '../../infra/local/data-folder.ts';
import { freePort } from '../../infra/local/ports.ts';
import { type LocalOptions, startProduct } from '../../infra/local/product.ts';
import { projectFolder } from '../../infra/local/settings.ts';
import { until } from '../support/until.ts';

const start = [process.execPath, 'infra/local/launch.mjs', '--behind', 'http://localhost:1'];

/** The errors on its output, without the steps of the start. */
export const complaints = ({ output }: Pick<ReturnType<typeof attempt>, 'output'>): string =>
  output.err.replace(/^.* …\n/gm, '');

/**
 * Starts the product in a process group of its own, without sample members and the site, which other tests build; it ends
 * with the test.
 */
export function attempt(
  environment: { DATA_DIR: string; PORT: string },
  [program = '', ...args]: readonly string[] = start,
) {
  const { npm_lifecycle_event: _, AWS_ENDPOINT_URL_DYNAMODB: __, ...surroundings } = process.env;
  const child = spawn(program, args, {
    cwd: projectFolder,
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
  const ended = once(child, 'close').then(() => child.exitCode);
  onTestFinished(async () => {
    for (const { processId } of processesOf(environment.DATA_DIR)) kill(processId);
    kill(-(child.pid ?? 0));
    await ended;
  });
  return { child, output, ended };
}

/** Resolves when the product is ready. */
export async function started(dataFolder: string, command?: readonly string[]) {
  const port = await freePort();
  const attempted = attempt({ DATA_DIR: dataFolder, PORT: String(port) }, command);
  await until(
    () => attempted.output.out.includes('\n\n  Demo accounts') || attempted.child.exitCode !== null,
  );
  const running = await readRunning(dataFolder);
  if (!running) throw new Error(`it did not start: ${attempted.output.err}`);
  return { ...attempted, port, running, url: `http://localhost:${port}` };
}

/** The product in this process, which has loaded its modules already, until the end of the test at the latest. */
export async function startedHere(
  dataFolder: string,
  clock = () => new Date(),
  own: Pick<LocalOptions, 'databaseEndpoint'> = {},
) {
  const port = await freePort();
  const options = { port, dataFolder, behind: 'http://localhost:1', clock, ...own };
  const { accounts, stop } = await startProduct(options);
  onTestFinished(async () => void (await stop()));
  const { databaseEndpoint = '' } = (await readRunning(dataFolder)) ?? {};
  const passwordOf = (name: string) => accounts.find(({ username }) => username === name)?.password ?? '';
  return { url: `http://localhost:${port}`, databaseEndpoint, passwordOf, stop };
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
