import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { OPS } from '../command-line.ts';
import { StartupError } from './disk/errors.ts';
import { readJsonFile, replaceFile } from './disk/files.ts';
import { type FileLock, tryLockFile } from './disk/lock.ts';

/** The running server, which the operator's commands look for. */
const RunningProduct = z.object({ processId: z.int(), url: z.string(), databaseEndpoint: z.string() });
export type RunningProduct = z.output<typeof RunningProduct>;

/** Contains a folder for each bucket. */
export const FILES_FOLDER = 'files';

/** Everything in the folder that a backup has, beside the database. */
export const DATA_PATHS = ['secrets.json', 'accounts.json', 'archive.json', 'mail', FILES_FOLDER, 'payments'];

export const databaseFile = (folder: string): string => join(folder, 'database.sqlite');

const runningFile = (folder: string) => join(folder, 'running.json');
export const readRunning = (folder: string) => readJsonFile(RunningProduct, runningFile(folder));
export const writeRunningFile = (folder: string, running: RunningProduct) =>
  replaceFile(runningFile(folder), JSON.stringify(running, null, 2));

/** Creates the folder if it is missing and locks it for this process; `release` unlocks it. */
export async function lockDataFolder(folder: string): Promise<{ release(): Promise<void> }> {
  const lock = await tryLockDataFolder(folder);
  if (lock === undefined) {
    const running = await readRunning(folder);
    throw new StartupError(
      running
        ? `${folder} is already in use by the server at ${running.url} (process ${running.processId}). Stop that server, or set DATA_DIR to another folder.`
        : `${folder} is already in use by another process. Stop it, or set DATA_DIR to another folder.`,
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

/** Throws if the folder has no data. */
export function checkHasData(folder: string): void {
  if (existsSync(databaseFile(folder))) return;
  throw new StartupError(`No data in ${folder}. Run "npm start" first, or set DATA_DIR to the right folder.`);
}

/** Locks a folder with data for a command, or finds the server that has locked it. */
export async function lockOrFindServer(
  folder: string,
): Promise<{ lock: FileLock; running?: never } | { lock?: never; running: RunningProduct }> {
  checkHasData(folder);
  const lock = await tryLockDataFolder(folder);
  if (lock) return { lock };
  const running = await readRunning(folder);
  if (running) return { running };
  throw new StartupError(`The local server for ${folder} is starting or stopping. Try again in a moment.`);
}

const STICKY_BIT = 0o1000;

/** Undefined if another process has locked it. */
export async function tryLockDataFolder(folder: string): Promise<FileLock | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { mode } = await stat(folder);
  // Closed to other users of the machine, unless it is one that all of them share, such as /tmp.
  if ((mode & STICKY_BIT) === 0) await chmod(folder, 0o700);
  return tryLockFile(join(folder, 'lock'));
}

const LocalSecrets = z.object({
  tokenKey: z.string(),
  passwordPepper: z.string(),
  originSecret: z.string(),
  mailKey: z.string(),
});
export type LocalSecrets = z.output<typeof LocalSecrets>;

const generateSecret = () => randomBytes(32).toString('base64url');

/**
 * The local product's own secrets, made once; secrets that an older folder lacks are added. An existing database never
 * gets a new pepper: its passwords were hashed with the old one.
 */
export async function loadSecrets(folder: string): Promise<LocalSecrets> {
  const file = join(folder, 'secrets.json');
  const hasDatabase = existsSync(databaseFile(folder));
  const lost = `Without the secrets in it no member of ${folder} can log in. Put it back from a backup ("${OPS} restore FILE --replace" puts back the whole folder), or move ${folder} away to start with an empty one.`;
  const known = await readJsonFile(z.partial(LocalSecrets), file, hasDatabase ? lost : undefined);
  if (known?.passwordPepper === undefined && hasDatabase) {
    throw new StartupError(`${file} ${known ? 'has no passwordPepper' : 'is missing'}. ${lost}`);
  }
  const complete = LocalSecrets.safeParse(known);
  if (complete.success) return complete.data;
  const made = {
    tokenKey: known?.tokenKey ?? generateSecret(),
    passwordPepper: known?.passwordPepper ?? generateSecret(),
    originSecret: known?.originSecret ?? generateSecret(),
    mailKey: known?.mailKey ?? generateSecret(),
  };
  await replaceFile(file, JSON.stringify(made, null, 2));
  return made;
}
