import type { Files, StoredFile } from '../../../functions/platform/files.ts';
import type { FunctionName } from '../../../functions/platform/time-limits.ts';
import { type FileAction, type FileRights, fileRights } from '../../../infra/file-rights.ts';

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

/** Objects in memory, with the calls that messages, drafts and images need. Its links are not signed. */
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

function restrictedFiles(files: Files, rights: FileRights = {}): Files {
  const granted = (action: FileAction, key: string): Files => {
    const isGranted = Object.entries(rights).some(
      ([prefix, actions]) => key.startsWith(prefix) && actions.includes(action),
    );
    if (isGranted) return files;
    throw Object.assign(new Error(`The role may not: ${action} ${key}`), { name: 'AccessDenied' });
  };
  return {
    put: async (key, file) => granted('PutObject', key).put(key, file),
    get: async (key) => granted('GetObject', key).get(key),
    remove: async (key) => granted('DeleteObject', key).remove(key),
    link: async (key, ...rest) => granted('GetObject', key).link(key, ...rest),
  };
}

type Buckets = Record<'files' | 'mail' | 'images', Files>;

/** The buckets for a function: a call that its role may not make fails, as it does on AWS. */
export function grantedFiles({ files, mail, images }: Buckets, name: FunctionName): Buckets {
  const all: Partial<Record<FunctionName, Partial<Record<keyof Buckets, FileRights>>>> = fileRights;
  const rights = all[name] ?? {};
  return {
    files: restrictedFiles(files, rights.files),
    mail: restrictedFiles(mail, rights.mail),
    images: restrictedFiles(images, rights.images),
  };
}
