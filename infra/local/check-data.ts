import { existsSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OPS } from '../command-line.ts';
import { databaseFile } from './data-folder.ts';
import { StartupError } from './disk/errors.ts';

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
