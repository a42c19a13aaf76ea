import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../infra/local/free-port.ts';
import { startProduct as startHere } from '../../../infra/local/product.ts';

interface Start {
  port: number;
  dataFolder: string;
}

const root = join(import.meta.dirname, '../../..');

/** The product as `npm start` starts it: in a process of its own, with its own port and data folder. */
export async function startProduct(place: Partial<Start> = {}) {
  const port = place.port ?? (await freePort());
  const dataFolder = place.dataFolder ?? (await mkdtemp(join(tmpdir(), 'product-')));
  let { child, output } = await begin({ port, dataFolder });

  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill();
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
    async restart() {
      await stop();
      ({ child, output } = await begin({ port, dataFolder }));
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

/** Resolves when the output contains `ready`; any other output is the error. */
async function begin({ port, dataFolder }: Start): Promise<{ child: ChildProcess; output: () => string }> {
  const child = spawn(process.execPath, ['infra/local/launch.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataFolder,
      SAMPLE_MEMBERS: 'none',
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
