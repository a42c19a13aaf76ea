import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { s3Prefixes } from '#shared/deployment';
import { Objects } from './emulators/s3-objects.ts';
import { localBucket } from './environment.ts';
import { readJsonFile } from './json-file.ts';
import { newPassword } from './new-password.ts';
import { replaceFile } from './replace-file.ts';
import { projectFolder } from './settings.ts';

const ArchivePassword = z.object({ archivePassword: z.string(), archivePasswordHash: z.string() });
export type ArchivePassword = z.output<typeof ArchivePassword>;

const DAMAGED = 'Delete it, then start again: the archive gets a new demo password.';

/** The demo password of the archive, made once. */
export async function loadArchivePassword(
  folder: string,
  hash: (password: string) => Promise<string>,
): Promise<ArchivePassword> {
  const file = join(folder, 'archive.json');
  const known = await readJsonFile(ArchivePassword, file, DAMAGED);
  if (known !== undefined) return known;
  const archivePassword = newPassword();
  const made = { archivePassword, archivePasswordHash: await hash(archivePassword) };
  await replaceFile(file, JSON.stringify(made, null, 2));
  return made;
}

const documents = join(projectFolder, 'content/archive/documents');

/** Puts the archive's documents where a deployment would upload them. */
export async function copyArchiveDocuments(filesFolder: string): Promise<void> {
  const objects = new Objects(join(filesFolder, localBucket));
  for (const name of await readdir(documents)) {
    const type = name.endsWith('.pdf') ? 'application/pdf' : 'application/octet-stream';
    await objects.put(s3Prefixes.archive + name, await readFile(join(documents, name)), {
      'content-type': type,
    });
  }
}
