import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';

/** Writes a file whole: whoever reads it, also after a crash, finds the old content or the new one. */
export async function replaceFile(file: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
  const next = `${file}.${randomUUID()}.next`;
  await writeFile(next, content, { mode });
  await rename(next, file);
}
