import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFile } from './data-folder.ts';
import { StartupError } from './startup-error.ts';

/** What a folder holds once there have been members in its database. */
const MADE_AFTER_THE_DATABASE = ['accounts.json', 'archive.json', 'payments/payments.json'];

/**
 * Refuses a database that is damaged, or empty where the rest of the folder is not: as a copy is that was made of this one
 * file while the product ran, because SQLite keeps what is new in a second file beside it.
 */
export async function checkDatabase(folder: string): Promise<void> {
  const file = databaseFile(folder);
  const restore = `Restore a backup with "npm run ops -- restore FILE --replace", or move ${folder} away to start with an empty database.`;
  const isUsed = MADE_AFTER_THE_DATABASE.some((name) => existsSync(join(folder, name)));
  const size = await stat(file).then(
    (found) => found.size,
    () => undefined,
  );
  if (size === undefined && isUsed) throw new StartupError(`${file} is missing. ${restore}`);
  if (size === undefined) return;
  const state = inspect(file);
  if (state.damage) throw new StartupError(`${file} is damaged (${state.damage}). ${restore}`);
  if (state.isEmpty && isUsed) throw new StartupError(`${file} is empty. ${restore}`);
}

/** Reads each page of it once: about a second for a gigabyte. */
export function inspect(file: string): { damage: string; isEmpty: boolean } {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true });
    const [problem] = database.prepare('PRAGMA quick_check(1)').all();
    const said = String(Object.values(problem ?? {})[0]);
    const [tables] = database.prepare('SELECT count(*) FROM sqlite_schema').all();
    return { damage: said === 'ok' ? '' : said, isEmpty: Object.values(tables ?? {})[0] === 0 };
  } catch (error) {
    return { damage: error instanceof Error ? error.message : String(error), isEmpty: false };
  } finally {
    database?.close();
  }
}
