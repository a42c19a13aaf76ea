import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, chmod, constants, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { OPS } from '../command-line.ts';
import { StartupError } from './disk/errors.ts';
import { type FileLock, makeFolder, readJsonFile, replaceFile, tryLockFile } from './disk/files.ts';

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
  await makeFolder(folder);
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

/** A folder with one of these files must have members in its database. */
const MADE_AFTER_THE_DATABASE = ['accounts.json', 'archive.json', 'payments/payments.json'];

/** After a crash, the orphaned database process may still be writing its last changes. */
const LOCK_TIMEOUT_MS = 10_000;
/** SQLite's SQLITE_BUSY: the last byte of its extended codes, such as SQLITE_BUSY_RECOVERY. */
const BUSY = 5;

/**
 * @throws if the database is damaged or in use, or is missing or empty in a folder with other data. Copying this one file
 * while the product runs can leave the copy empty, because SQLite stores new data in a second file beside it.
 */
export async function checkDatabase(folder: string, lockTimeoutMs = LOCK_TIMEOUT_MS): Promise<void> {
  const file = databaseFile(folder);
  const restore = `Restore a backup with "${OPS} restore FILE --replace", or move ${folder} away to start with an empty database.`;
  const isUsed = MADE_AFTER_THE_DATABASE.some((name) => existsSync(join(folder, name)));
  const size = await stat(file).then(
    (found) => found.size,
    () => undefined,
  );
  if (size === undefined && isUsed) throw new StartupError(`${file} is missing. ${restore}`);
  if (size === undefined) return;
  // A folder that was copied or once used by an administrator may belong to somebody else.
  await access(file, constants.R_OK | constants.W_OK);
  const state = inspect(file, lockTimeoutMs);
  if (state.damage) throw new StartupError(`${file} is damaged (${state.damage}). ${restore}`);
  if (state.isEmpty && isUsed) throw new StartupError(`${file} is empty. ${restore}`);
}

/**
 * Reads every page once, which takes about a second per gigabyte.
 * @throws if another program locks the database for longer than `lockTimeoutMs`
 */
export function inspect(file: string, lockTimeoutMs = LOCK_TIMEOUT_MS): { damage: string; isEmpty: boolean } {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: lockTimeoutMs });
    const [problem] = database.prepare('PRAGMA quick_check(1)').all();
    const result = String(Object.values(problem ?? {})[0]);
    const [tables] = database.prepare('SELECT count(*) FROM sqlite_schema').all();
    return { damage: result === 'ok' ? '' : result, isEmpty: Object.values(tables ?? {})[0] === 0 };
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === BUSY)
      throw new StartupError(`${file} is in use by another program. Stop that program, then try again.`);
    return { damage: error instanceof Error ? error.message : String(error), isEmpty: false };
  } finally {
    database?.close();
  }
}
