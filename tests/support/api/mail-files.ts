import type { Files, StoredFile } from '../../../functions/platform/files.ts';

/** The text of an export in memory, without the byte order mark, and the name that the browser saves it under. */
export async function readExport(files: Files, url: string): Promise<{ name: string; csv: string }> {
  const found = await files.get(new URL(url).pathname.slice(1));
  return {
    name: found?.downloadName ?? '',
    csv: Buffer.from(found?.body ?? [])
      .toString()
      .replace(/^\ufeff/, ''),
  };
}

/** Objects in memory, with the calls that messages, drafts and images need. */
export function memoryFiles(): Files & { readonly stored: Map<string, StoredFile> } {
  const stored = new Map<string, StoredFile>();
  return {
    stored,
    put: async (key, file) => void stored.set(key, file),
    get: async (key) => stored.get(key),
    remove: async (key) => void stored.delete(key),
    link: async (key, seconds, now) => `https://files.example/${key}?${seconds}@${now.toISOString()}`,
  };
}
