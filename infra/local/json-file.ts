import { readFile } from 'node:fs/promises';
import type * as z from 'zod/mini';
import { CannotStart } from './cannot-start.ts';

/** What a file of the data folder holds, or undefined where there is no such file. */
export async function readJsonFile<S extends z.ZodMiniType>(
  schema: S,
  file: string,
): Promise<z.output<S> | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw new CannotStart(`${file} does not hold what the local start wrote there; move it away.`, { cause });
  }
}

/** For the eyes of this user alone. */
export const PRIVATE = 0o600;
