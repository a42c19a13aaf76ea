import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pass } from 'node:timers/promises';

export interface Lock {
  release(): void;
}

const SQLITE_BUSY = 5;
const POLL_MILLISECONDS = 100;

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

/** Holds a file for this process as soon as no other one does; `onWait` is called once where it must wait. */
export async function waitForLock(file: string, onWait?: () => void): Promise<Lock> {
  for (let waits = 0; ; waits += 1) {
    const lock = tryLock(file);
    if (lock !== undefined) return lock;
    if (waits === 0) onWait?.();
    await pass(POLL_MILLISECONDS);
  }
}
