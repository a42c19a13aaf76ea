import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../infra/local/free-port.ts';
import { type Figure, figure } from './figures.ts';

/** A newcomer's way: clone what is committed, `npm ci`, `npm start` until it says `ready`; then a second start. */

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

export async function measure(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'newcomer-'));
  const place = { cwd: join(folder, 'product'), env: await strangersEnvironment() };
  try {
    await run('git', ['clone', '--quiet', root, place.cwd]);
    const install = await seconds(() => run('npm', ['ci'], place));
    const firstStart = await secondsToReady(place);
    const secondStart = await secondsToReady(place);
    return [
      figure('npm ci', install, 's'),
      figure('first start', firstStart, 's'),
      figure('fresh clone to ready', install + firstStart, 's'),
      figure('second start', secondStart, 's'),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Ours, but for what npm adds when it runs this bench. */
async function strangersEnvironment(): Promise<NodeJS.ProcessEnv> {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|DATA_DIR$|NODE_ENV$)/.test(name));
  const path = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((entry) => !entry.includes('node_modules'));
  return { ...Object.fromEntries(own), PATH: path.join(delimiter), PORT: String(await freePort()) };
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

async function secondsToReady(place: { cwd: string; env: NodeJS.ProcessEnv }): Promise<number> {
  const child = spawn('npm', ['start'], { ...place, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const ended = once(child, 'exit');
  let said = '';
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += chunk;
        if (said.includes('ready http://')) resolve();
      });
    }
  });
  const tooEarly = ended.then(() => {
    throw new Error(`The product ended before it was ready: ${said}`);
  });
  const taken = await seconds(() => Promise.race([ready, tooEarly]));
  // As Ctrl-C does: everything that this start has started.
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
  await ended;
  return taken;
}
