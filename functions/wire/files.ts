import type { Files } from '../domain/files.ts';

/** The bucket's files; the client is loaded with the first of them, as most calls touch none. */
export function lazyFiles(bucket: string): Files {
  const files = async () => (await import('../files/s3.ts')).s3Files(bucket);
  return {
    put: async (...file) => (await files()).put(...file),
    get: async (key) => (await files()).get(key),
    remove: async (key) => (await files()).remove(key),
    link: async (...file) => (await files()).link(...file),
  };
}
