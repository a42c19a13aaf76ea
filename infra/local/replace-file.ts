import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/** For the eyes of this user alone. */
export const PRIVATE_FILE = 0o600;

/**
 * Writes a file whole, for this user alone: whoever reads it, also after a crash or on a full disk, finds the old content or
 * the new one.
 */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const next = `${file}.${randomUUID()}.next`;
  try {
    await writeFile(next, content, { mode: PRIVATE_FILE });
    await rename(next, file);
  } catch (cause) {
    await rm(next, { force: true }).catch(() => undefined);
    // A failed write names no file: it knows its descriptor alone.
    throw Object.assign(cause instanceof Error ? cause : new Error(String(cause)), { path: file });
  }
}
