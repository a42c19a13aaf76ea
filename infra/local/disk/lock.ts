import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pass } from 'node:timers/promises';
import { StartupError } from './errors.ts';

export interface FileLock {
  release(): void;
}

/** SQLite's result codes: https://www.sqlite.org/rescode.html */
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_CORRUPT = 11;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;
const POLL_MILLISECONDS = 100;

/**
 * Locks a file for this process; undefined if another process has locked it. Unlike a file with a process id in it, the
 * lock always ends with the process. (Node has no file locks; SQLite has.)
 */
export function tryLockFile(file: string): FileLock | undefined {
  let database: DatabaseSync | undefined;
  try {
    const locked = new DatabaseSync(file, { timeout: 0 });
    database = locked;
    locked.exec('BEGIN EXCLUSIVE');
    return { release: () => locked.close() };
  } catch (error) {
    database?.close();
    const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
    if (code === SQLITE_BUSY) return undefined;
    if (code === SQLITE_NOTADB || code === SQLITE_CORRUPT)
      throw new StartupError(`${file} is damaged. It has no data: delete it, then start again.`);
    if (code === SQLITE_CANTOPEN || code === SQLITE_READONLY)
      throw new StartupError(
        `Can't use ${file}: access is denied. Give your user read and write access to it, then start again.`,
      );
    // SQLite names no file.
    throw Object.assign(error instanceof Error ? error : new Error(String(error)), { path: file });
  }
}

/** Locks a file for this process as soon as no other process has it; calls `onWait` once if it must wait. */
export async function waitForLock(file: string, onWait?: () => void): Promise<FileLock> {
  for (let waits = 0; ; waits += 1) {
    const lock = tryLockFile(file);
    if (lock !== undefined) return lock;
    if (waits === 0) onWait?.();
    await pass(POLL_MILLISECONDS);
  }
}
