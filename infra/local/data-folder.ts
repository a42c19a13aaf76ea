import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { CannotStart } from './cannot-start.ts';
import { PRIVATE, readJsonFile } from './json-file.ts';
import { tryLock } from './lock.ts';
import { replaceFile } from './replace-file.ts';

const Secrets = z.object({
  tokenKey: z.string(),
  passwordPepper: z.string(),
  originSecret: z.string(),
  mailKey: z.string(),
});
export type Secrets = z.output<typeof Secrets>;

/** What a running start tells the operator's commands. */
const Running = z.object({ processId: z.int(), url: z.string(), databaseEndpoint: z.string() });
export type Running = z.output<typeof Running>;

export const databaseFile = (folder: string): string => join(folder, 'database.sqlite');

const runningFile = (folder: string) => join(folder, 'running.json');
export const readRunning = (folder: string) => readJsonFile(Running, runningFile(folder));
export const announceRunning = (folder: string, running: Running) =>
  replaceFile(runningFile(folder), JSON.stringify(running, null, 2), PRIVATE);

/** Makes the folder where it is missing and takes it for this process; `release` gives it back. */
export async function takeDataFolder(folder: string): Promise<{ release(): Promise<void> }> {
  const lock = await openAndLock(folder);
  if (lock === undefined) {
    const running = await readRunning(folder);
    const who = running ? `the product at ${running.url} (process ${running.processId})` : 'another process';
    throw new CannotStart(
      `The data in ${folder} is in use by ${who}: stop that, or set DATA_DIR to another folder.`,
    );
  }
  await rm(runningFile(folder), { force: true });
  return {
    release: async () => {
      await rm(runningFile(folder), { force: true });
      lock.release();
    },
  };
}

/** Undefined where another process has it. */
export async function openAndLock(folder: string) {
  try {
    await makeFolder(folder);
    await writeFile(join(folder, 'probe'), '');
    await rm(join(folder, 'probe'));
    return tryLock(join(folder, 'lock'));
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
    throw new CannotStart(
      `The data folder ${folder} cannot be written${reason}: set DATA_DIR to a folder that can.`,
      { cause },
    );
  }
}

/** Node's own way to make parents too never ends below /proc. */
async function makeFolder(folder: string): Promise<void> {
  const code = await mkdir(folder, { mode: 0o700 }).then(
    () => '',
    (error: NodeJS.ErrnoException) => error.code,
  );
  if (code === 'ENOENT') {
    await makeFolder(dirname(folder));
    await mkdir(folder, { mode: 0o700 });
  } else if (code !== '') {
    await readdir(folder);
  }
}

/** The local product's own secrets, made once. */
export async function secretsOf(folder: string): Promise<Secrets> {
  const file = join(folder, 'secrets.json');
  const known = await readJsonFile(Secrets, file);
  if (known) return known;
  const secret = () => randomBytes(32).toString('base64url');
  const made = { tokenKey: secret(), passwordPepper: secret(), originSecret: secret(), mailKey: secret() };
  await replaceFile(file, JSON.stringify(made, null, 2), PRIVATE);
  return made;
}
