import type { Files, StoredFile } from '../../../functions/platform/files.ts';

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
