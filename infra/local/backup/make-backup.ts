import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { create } from 'tar';
import { databaseFile, FILES_FOLDER, KEPT, lockOrFindServer } from '../data-folder.ts';
import { Objects } from '../emulators/s3-objects.ts';
import { unlessMissing } from '../json-file.ts';
import { PRIVATE_FILE } from '../replace-file.ts';
import { StartupError } from '../startup-error.ts';
import { describeFiles, MANIFEST, type Manifest, unpack } from './archive-file.ts';

/** So many that all pages are copied in one step: what is written meanwhile would make several steps begin again. */
const ALL_PAGES = 2 ** 31 - 1;
const COPY_ATTEMPTS = 5;
/** What is being written, and what was set aside because it is damaged. */
const LEFT_OUT = /\.(next|damaged)$/;

/**
 * Writes all data of the folder into one new file, also while the product runs: first the database as it is at one moment,
 * then the files, because each is written before the database names it.
 */
export async function makeBackup(dataFolder: string, file: string, now: Date): Promise<Manifest> {
  if (existsSync(file)) throw new StartupError(`${file} already exists. Choose another name.`);
  const parent = dirname(file);
  if (!existsSync(parent))
    throw new StartupError(`The folder ${parent} doesn't exist. Make it, then try again.`);
  const { lock } = await lockOrFindServer(dataFolder);
  const work = await mkdtemp(join(parent, '.backup-'));
  try {
    const staging = join(work, 'data');
    await mkdir(staging);
    await copyDatabase(dataFolder, staging);
    for (const name of KEPT) {
      const copy = name === FILES_FOLDER ? copyBuckets : copyWhole;
      await copy(join(dataFolder, name), join(staging, name));
    }
    const manifest: Manifest = {
      format: 'asiagraphics-backup',
      version: 1,
      madeAt: now.toISOString(),
      files: await describeFiles(staging),
    };
    await writeFile(join(staging, MANIFEST), JSON.stringify(manifest, null, 2));
    const packed = join(work, 'packed');
    const names = (await readdir(staging)).filter((name) => name !== MANIFEST);
    await create({ gzip: true, file: packed, cwd: staging, portable: true }, [MANIFEST, ...names]);
    await chmod(packed, PRIVATE_FILE);
    await writeToDisk(packed);
    const check = join(work, 'check');
    await mkdir(check);
    await unpack(packed, check);
    await rename(packed, file);
    return manifest;
  } finally {
    await rm(work, { recursive: true, force: true });
    lock?.release();
  }
}

async function copyDatabase(dataFolder: string, staging: string): Promise<void> {
  const source = new DatabaseSync(databaseFile(dataFolder), { readOnly: true });
  try {
    await backup(source, databaseFile(staging), { rate: ALL_PAGES });
  } finally {
    source.close();
  }
}

async function copyBuckets(from: string, to: string): Promise<void> {
  const buckets = await readdir(from).catch(unlessMissing);
  for (const bucket of buckets ?? []) await new Objects(join(from, bucket)).copyTo(join(to, bucket));
}

/** Files are only ever replaced whole, so each copy is whole too; one that goes away meanwhile has a successor. */
async function copyWhole(from: string, to: string): Promise<void> {
  for (let attempt = 1; existsSync(from); attempt += 1) {
    try {
      await cp(from, to, { recursive: true, filter: (path) => !LEFT_OUT.test(path), force: true });
      return;
    } catch (cause) {
      const isGone = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
      if (!isGone || attempt === COPY_ATTEMPTS) throw cause;
      await rm(to, { recursive: true, force: true });
    }
  }
}

async function writeToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
