import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../infra/local/free-port.ts';
import { startProduct as startHere } from '../../../infra/local/product.ts';
import { readClock } from '../../../infra/local/settings.ts';

interface Start {
  port: number;
  dataFolder: string;
  now: string;
  /** Whether there are members to look at, besides the demo accounts. */
  hasSampleMembers: boolean;
}

const root = join(import.meta.dirname, '../../..');

/**
 * The product as `npm start` starts it: in a process of its own, with its own port and data folder; with `now`, a day or
 * an instant, at that time.
 */
export async function startProduct({
  now: startsAt = '',
  hasSampleMembers = false,
  ...place
}: Partial<Start> = {}) {
  const port = place.port ?? (await freePort());
  const dataFolder = place.dataFolder ?? (await mkdtemp(join(tmpdir(), 'product-')));
  const start = (now: string) => begin({ port, dataFolder, now, hasSampleMembers });
  let clock = readClock({ NOW: startsAt });
  let { child, output } = await start(startsAt);

  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    }
  };

  return {
    url: `http://localhost:${port}`,
    dataFolder,
    /** The output of the start. */
    get output() {
      return output();
    },
    /** The product's time, to about a second. */
    clock: () => clock(),
    async restart({ signal, now = '' }: { signal?: NodeJS.Signals; now?: string } = {}) {
      await stop(signal);
      clock = readClock({ NOW: now });
      ({ child, output } = await start(now));
    },
    stop,
    async remove() {
      await stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** The product in this process, whose clock runs like ours and is moved forward by `pass`. */
export async function startClockedProduct() {
  const dataFolder = await mkdtemp(join(tmpdir(), 'product-'));
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead);
  const { url, accounts, stop } = await startHere({ port: 0, dataFolder, clock });
  return {
    url,
    accounts,
    dataFolder,
    clock,
    pass: (milliseconds: number) => {
      ahead += milliseconds;
    },
    async remove() {
      await stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

export type RunningProduct = Awaited<ReturnType<typeof startProduct>>;

/** Resolves when the output contains `ready`; any other output is the error. */
async function begin({
  port,
  dataFolder,
  now,
  hasSampleMembers,
}: Start): Promise<{ child: ChildProcess; output: () => string }> {
  const child = spawn(process.execPath, ['infra/local/launch.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataFolder,
      NOW: now,
      SAMPLE_MEMBERS: hasSampleMembers ? undefined : 'none',
      AWS_ENDPOINT_URL_DYNAMODB: undefined,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += String(chunk);
      if (output.includes(`ready http://localhost:${port}`)) resolve();
    });
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += String(chunk);
  });
  const ended = once(child, 'exit').then(() =>
    Promise.reject(new Error(`The product did not start: ${output}`)),
  );
  await Promise.race([ready, ended]);
  ended.catch(() => {});
  return { child, output: () => output };
}
