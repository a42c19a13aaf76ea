import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pass } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { errorCode, StartupError } from './errors.ts';

/** The content of a file in the data folder; undefined if it is missing. @throws one sentence for a damaged file. */
export async function readJsonFile<S extends z.ZodMiniType>(
  schema: S,
  file: string,
  remedy = 'Move or delete it, then start again.',
): Promise<z.output<S> | undefined> {
  const text = await readFile(file, 'utf8').catch(unlessMissing);
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new StartupError(`Can't read ${file}. It is damaged or was changed. ${remedy}`);
  }
}

/** The same for a file that the product can do without: a damaged one is renamed, reported once and treated as missing. */
export async function readOrMoveAway<S extends z.ZodMiniType>(
  schema: S,
  file: string,
): Promise<z.output<S> | undefined> {
  try {
    return await readJsonFile(schema, file);
  } catch (cause) {
    if (!(cause instanceof StartupError)) throw cause;
    const renamed = `${file}.damaged`;
    const isRenamed = await rename(file, renamed).then(() => true, unlessMissing);
    // Another reader of the same file may have renamed it in between.
    if (isRenamed)
      console.error(`${file} is damaged. It was renamed to ${basename(renamed)}; everything else works.`);
    return undefined;
  }
}

/**
 * The contents of the JSON files of a folder in the order of their names; damaged ones are renamed as above. Empty if the
 * folder is missing.
 */
export async function readFolder<S extends z.ZodMiniType>(schema: S, folder: string): Promise<z.output<S>[]> {
  const files = (await readdir(folder).catch(unlessMissing)) ?? [];
  const names = files.filter((file) => file.endsWith('.json')).sort();
  const found = await Promise.all(names.map((name) => readOrMoveAway(schema, join(folder, name))));
  return found.filter((content) => content !== undefined);
}

/** Undefined if the file or folder is missing; throws any other error. */
export function unlessMissing(error: unknown): undefined {
  if (errorCode(error) === 'ENOENT') return undefined;
  throw error;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** @throws one sentence unless the file exists. */
export function checkIsFile(file: string): void {
  if (isFolder(file)) throw new StartupError(`${file} is a folder. Give the name of a file.`);
  if (!existsSync(file)) throw new StartupError(`${file} doesn't exist.`);
}

/** @throws one sentence unless a new file can be made there. */
export function checkIsNew(file: string): void {
  if (existsSync(file)) throw new StartupError(`${file} already exists. Choose another name.`);
  const parent = dirname(file);
  if (!isFolder(parent))
    throw new StartupError(`The folder ${parent} doesn't exist. Make it, then try again.`);
}

/** Makes the folder, for this user alone, if it is missing. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    if (errorCode(cause) !== 'EEXIST') throw cause;
    throw new StartupError(
      `Can't make the folder ${folder}: a file is in its place. Move it away, then try again.`,
      { cause },
    );
  }
}

/** Only this user may read and write it. */
export const PRIVATE_FILE_MODE = 0o600;

/**
 * Replaces a file whole, for this user alone: a reader finds the old or the new content, even after a crash or on a full
 * disk.
 */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const next = `${file}.${randomUUID()}.next`;
  try {
    await writeFile(next, content, { mode: PRIVATE_FILE_MODE });
    await rename(next, file);
  } catch (cause) {
    await rm(next, { force: true }).catch(() => undefined);
    // A failed write only has a descriptor, so its error names no file.
    throw new StartupError(`Can't write ${file}. ${cause}`, { cause });
  }
}

export interface FileLock {
  release(): void;
}

/** SQLite's result codes: https://www.sqlite.org/rescode.html */
const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
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
    // SQLite names no file.
    throw new StartupError(`Can't use ${file}. ${error}`, { cause: error });
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
