import { DatabaseSync } from 'node:sqlite';

export interface Lock {
  release(): void;
}

const SQLITE_BUSY = 5;

/**
 * Holds a file for this process, or answers undefined where another one holds it. The operating system lets go of it when
 * the process ends, however it ends, which no file with a process id in it can promise. (Node has no file locks; SQLite has.)
 */
export function tryLock(file: string): Lock | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}
