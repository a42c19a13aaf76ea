import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar';
import * as z from 'zod/mini';
import { inspect } from '../check-database.ts';
import { databaseFile } from '../data-folder.ts';
import { StartupError } from '../startup-error.ts';

export const MANIFEST = 'manifest.json';

/** The first file of a backup: what else is in it, with its size and checksum. */
const ManifestFile = z.object({ path: z.string(), bytes: z.int(), sha256: z.string() });
export const Manifest = z.object({
  format: z.literal('asiagraphics-backup'),
  version: z.literal(1),
  madeAt: z.iso.datetime(),
  files: z.array(ManifestFile),
});
export type Manifest = z.output<typeof Manifest>;

/** Paths of all files below a folder, in order. */
async function pathsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

export async function describeFiles(folder: string): Promise<Manifest['files']> {
  const files: Manifest['files'] = [];
  for (const path of await pathsBelow(folder)) files.push(await describeFile(folder, path));
  return files;
}

async function describeFile(folder: string, path: string): Promise<Manifest['files'][number]> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(join(folder, path)), hash);
  return { path, bytes: (await stat(join(folder, path))).size, sha256: hash.digest('hex') };
}

/** Unpacks a backup into an empty folder and holds every file to the manifest; throws where anything differs. */
export async function unpack(file: string, folder: string): Promise<Manifest> {
  const damaged = (why: string) =>
    new StartupError(`${file} is damaged or not a backup (${why}). Nothing was changed. Use another backup.`);
  try {
    // Links and devices have no place in a backup, and could lead out of the folder.
    const filter = (_: string, entry: object) =>
      'type' in entry && (entry.type === 'File' || entry.type === 'OldFile' || entry.type === 'Directory');
    await extract({ file, cwd: folder, strict: true, preserveOwner: false, filter });
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOSPC' || cause.code === 'EACCES'))
      throw cause;
    throw damaged(cause instanceof Error ? cause.message : String(cause));
  }
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => '');
  const manifest = Manifest.safeParse(parseJson(text));
  if (!manifest.success) throw damaged('it has no manifest that this version can read');
  const expected = new Map(manifest.data.files.map((each) => [each.path, each]));
  for (const { path, bytes, sha256 } of await describeFiles(folder)) {
    if (path === MANIFEST) continue;
    const known = expected.get(path);
    if (known === undefined) throw damaged(`${path} is not in its manifest`);
    if (bytes !== known.bytes || sha256 !== known.sha256) throw damaged(`${path} has a wrong checksum`);
    expected.delete(path);
  }
  const [missing] = expected.keys();
  if (missing !== undefined) throw damaged(`${missing} is missing`);
  const { damage } = inspect(databaseFile(folder));
  // SQLite makes these to read a database, and leaves them empty.
  for (const ending of ['-wal', '-shm']) await rm(`${databaseFile(folder)}${ending}`, { force: true });
  if (damage) throw damaged(`its database: ${damage}`);
  return manifest.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
