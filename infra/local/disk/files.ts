import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type * as z from 'zod/mini';
import { StartupError } from './errors.ts';

type Found<T> = { is: 'missing' } | { is: 'damaged' } | { is: 'there'; value: T };

async function find<S extends z.ZodMiniType>(schema: S, file: string): Promise<Found<z.output<S>>> {
  const text = await readFile(file, 'utf8').catch(unlessMissing);
  if (text === undefined) return { is: 'missing' };
  try {
    return { is: 'there', value: schema.parse(JSON.parse(text)) };
  } catch {
    return { is: 'damaged' };
  }
}

/** The content of a file of the data folder; undefined where there is none. @throws for a damaged file. */
export async function readJsonFile<S extends z.ZodMiniType>(
  schema: S,
  file: string,
  remedy = 'Move or delete it, then start again.',
): Promise<z.output<S> | undefined> {
  const found = await find(schema, file);
  if (found.is === 'damaged') {
    throw new StartupError(`Can't read ${file}. It is damaged or was changed. ${remedy}`);
  }
  return found.is === 'there' ? found.value : undefined;
}

/** The same for a file without which the rest works: a damaged one is renamed, reported once and counts as missing. */
export async function readOrMoveAway<S extends z.ZodMiniType>(
  schema: S,
  file: string,
): Promise<z.output<S> | undefined> {
  const found = await find(schema, file);
  if (found.is === 'there') return found.value;
  if (found.is === 'damaged') {
    const renamed = `${file}.damaged`;
    const isRenamed = await rename(file, renamed).then(() => true, unlessMissing);
    // Another reader of the same file may have renamed it in between.
    if (isRenamed)
      console.error(`${file} is damaged. It was renamed to ${basename(renamed)}; everything else works.`);
  }
  return undefined;
}

/** Undefined where the file or folder is missing; any other error is thrown. */
export function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}

/** For the eyes of this user alone. */
export const PRIVATE_FILE_MODE = 0o600;

/**
 * Writes a file whole, for this user alone: whoever reads it, also after a crash or on a full disk, finds the old content or
 * the new one.
 */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const next = `${file}.${randomUUID()}.next`;
  try {
    await writeFile(next, content, { mode: PRIVATE_FILE_MODE });
    await rename(next, file);
  } catch (cause) {
    await rm(next, { force: true }).catch(() => undefined);
    // A failed write names no file: it knows its descriptor alone.
    throw Object.assign(cause instanceof Error ? cause : new Error(String(cause)), { path: file });
  }
}
