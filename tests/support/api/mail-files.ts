import type { Files, StoredFile } from '../../../functions/platform/files.ts';

/** Objects in memory, as far as letters, drafts and pictures need them. */
export function memoryFiles(): Files & { readonly kept: Map<string, StoredFile> } {
  const kept = new Map<string, StoredFile>();
  return {
    kept,
    put: async (key, file) => void kept.set(key, file),
    get: async (key) => kept.get(key),
    remove: async (key) => void kept.delete(key),
    link: async (key, seconds, now) => `https://files.example/${key}?${seconds}@${now.toISOString()}`,
  };
}
