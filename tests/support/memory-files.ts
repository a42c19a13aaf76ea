import type { Files, StoredFile } from '../../functions/domain/files.ts';

/** A bucket for one test; the real client has tests of its own in tests/infra-local/files. */
export function memoryFiles(link: Files['link']): Files & { readonly kept: ReadonlyMap<string, StoredFile> } {
  const kept = new Map<string, StoredFile>();
  return {
    kept,
    link,
    put: async (key, file) => void kept.set(key, file),
    get: async (key) => kept.get(key),
    remove: async (key) => void kept.delete(key),
  };
}
