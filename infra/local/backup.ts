import { constants, createWriteStream, existsSync, openAsBlob } from 'node:fs';
import { access, cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Decrypter, Encrypter } from 'age-encryption';
import { create, extract, type ReadEntry } from 'tar';
import * as z from 'zod/mini';
import {
  DATA_PATHS,
  databaseFile,
  FILES_FOLDER,
  inspect,
  lockOrFindServer,
  tryLockDataFolder,
} from './data-folder.ts';
import { errorCode, StartupError } from './disk/errors.ts';
import {
  checkIsFile,
  checkIsNew,
  makeFolder,
  PRIVATE_FILE_MODE,
  readJsonFile,
  unlessMissing,
} from './disk/files.ts';
import { S3Objects } from './emulators/s3.ts';

/** Large enough to copy all pages in one step: with several steps, a write in between would make them start again. */
const ALL_PAGES = 2 ** 31 - 1;
/** Files that are being written, and files that were renamed because they are damaged. */
const LEFT_OUT = /\.(next|damaged)$/;

/**
 * Writes all data of the folder into one new file, even while the product runs: first the database as it is at one
 * moment, then the files, because each file is written before the database names it. With a passphrase, it is encrypted.
 */
export async function makeBackup(dataFolder: string, file: string, passphrase?: string): Promise<Unpacked> {
  checkIsNew(file);
  const { lock } = await lockOrFindServer(dataFolder);
  const collect = async (staging: string) => {
    await copyDatabase(dataFolder, staging);
    for (const name of DATA_PATHS) {
      const copy = name === FILES_FOLDER ? copyBuckets : copyPath;
      await copy(join(dataFolder, name), join(staging, name));
    }
  };
  return writeBackup(file, collect, passphrase).finally(() => lock?.release());
}

/** Writes what `collect` puts into an empty folder as a backup, and checks it. */
export async function writeBackup(
  file: string,
  collect: (staging: string) => Promise<void>,
  passphrase?: string,
): Promise<Unpacked> {
  // Before anything is read: what happens meanwhile counts as later than the backup.
  const madeAt = new Date().toISOString();
  const work = await mkdtemp(join(dirname(file), '.backup-'));
  try {
    const staging = join(work, 'data');
    await mkdir(staging);
    await collect(staging);
    const manifest: z.output<typeof Manifest> = { format: 'asiagraphics-backup', version: 1, madeAt };
    await writeFile(join(staging, MANIFEST), JSON.stringify(manifest, null, 2));
    const names = (await readdir(staging)).filter((name) => name !== MANIFEST);
    const archive = create({ gzip: true, cwd: staging, portable: true }, [MANIFEST, ...names]);
    const packed = Readable.from(archive);
    const finished = join(work, 'finished');
    await pipeline(
      passphrase === undefined ? packed : await encrypt(packed, passphrase),
      createWriteStream(finished, { mode: PRIVATE_FILE_MODE, flush: true }),
    );
    const check = join(work, 'check');
    await mkdir(check);
    const unpacked = await unpack(finished, check, passphrase);
    await rename(finished, file);
    return unpacked;
  } finally {
    await removeUnpacked(work);
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
  for (const bucket of buckets ?? []) await new S3Objects(join(from, bucket)).copyTo(join(to, bucket));
}

/**
 * Copies a file, or the files of a folder, each whole, because they are only ever replaced whole. Files that are being written
 * may vanish meanwhile: Node asks the filter before it touches them.
 */
async function copyPath(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  await cp(from, to, { recursive: true, dereference: true, filter: (path) => !LEFT_OUT.test(path) });
}

const MANIFEST = 'manifest.json';

/** The backup's first file. */
const Manifest = z.object({
  format: z.literal('asiagraphics-backup'),
  version: z.literal(1),
  madeAt: z.iso.datetime(),
});

/** When a backup was made, and the number and size of its files. */
export interface Unpacked {
  madeAt: string;
  files: number;
  bytes: number;
}

/**
 * Unpacks a backup into an empty folder and checks it; throws if it is damaged. The archive's own checksums tell what was
 * cut off or changed on the disk.
 */
export async function unpack(file: string, folder: string, passphrase?: string): Promise<Unpacked> {
  const damaged = (why: string) =>
    new StartupError(`${file} is damaged or not a backup (${why}). Nothing was changed. Use another backup.`);
  const sizes: number[] = [];
  // One that may not be read is not damaged.
  await access(file, constants.R_OK);
  try {
    // A backup has no links and devices, which could lead out of the folder.
    const filter = (_: string, entry: object) =>
      'type' in entry && (entry.type === 'File' || entry.type === 'OldFile' || entry.type === 'Directory');
    const onReadEntry = ({ type, size }: ReadEntry) => {
      if (type !== 'Directory') sizes.push(size);
    };
    const unpacking = extract({ cwd: folder, strict: true, preserveOwner: false, filter, onReadEntry });
    await new Promise((resolve, reject) => {
      const packed = Readable.from(readDecrypted(file, passphrase)).on('error', reject);
      // It closes when the last file is written.
      packed.pipe(unpacking).on('error', reject).on('close', resolve);
    });
  } catch (cause) {
    if (cause instanceof StartupError || ['ENOSPC', 'EACCES'].includes(errorCode(cause))) throw cause;
    throw damaged(cause instanceof Error ? cause.message : String(cause));
  }
  const manifest = await readJsonFile(Manifest, join(folder, MANIFEST)).catch(() => undefined);
  if (manifest === undefined) throw damaged('it has no manifest that this version can read');
  const { damage } = inspect(databaseFile(folder));
  // SQLite creates these when it reads a database, and leaves them empty.
  for (const ending of ['-wal', '-shm']) await rm(`${databaseFile(folder)}${ending}`, { force: true });
  if (damage) throw damaged(`its database: ${damage}`);
  return {
    madeAt: manifest.madeAt,
    files: sizes.length - 1,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}

/** Restores the data of a backup, after checking all of it. Existing data is renamed to `movedTo`, if that is allowed. */
export async function restoreBackup(
  file: string,
  dataFolder: string,
  { mayReplace, passphrase }: { mayReplace: boolean; passphrase?: string | undefined },
): Promise<Unpacked & { movedTo: string | undefined }> {
  checkIsFile(file);
  const parent = dirname(dataFolder);
  await makeFolder(parent);
  // In the same parent folder, because a rename cannot change the disk.
  const staging = await mkdtemp(join(parent, `.restore-${basename(dataFolder)}-`));
  try {
    const unpacked = await unpack(file, staging, passphrase);
    await rm(join(staging, MANIFEST));
    const movedTo = await makeRoom(dataFolder, mayReplace);
    await rename(staging, dataFolder);
    return { ...unpacked, movedTo };
  } finally {
    await removeUnpacked(staging);
  }
}

/** Makes sure that the folder does not exist. Returns the new name of a folder that had data. */
async function makeRoom(folder: string, mayReplace: boolean): Promise<string | undefined> {
  if (!existsSync(folder)) return undefined;
  const isEmpty = (await readdir(folder)).every((name) => name.startsWith('lock'));
  const lock = await tryLockDataFolder(folder);
  if (lock === undefined) {
    throw new StartupError(`${folder} is in use. Stop the server first, then restore. Nothing was changed.`);
  }
  try {
    if (isEmpty) {
      await rm(folder, { recursive: true });
      return undefined;
    }
    const movedTo = `${folder}.before-restore-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`;
    if (!mayReplace) {
      throw new StartupError(
        `${folder} isn't empty. Run the command again with --replace: the data in it is then moved to ${movedTo}, not deleted. Nothing was changed.`,
      );
    }
    await rename(folder, movedTo);
    return movedTo;
  } finally {
    lock.release();
  }
}

/** The first bytes of a file in age's format (age-encryption.org/v1). */
const AGE = 'age-encryption.org/v1\n';

const MIN_PASSPHRASE = 16;

/** The passphrase of encrypted backups; undefined where none is given. @throws one sentence for a short one */
export function readPassphrase({
  BACKUP_PASSPHRASE: passphrase = '',
}: NodeJS.ProcessEnv): string | undefined {
  if (passphrase === '' || passphrase.length >= MIN_PASSPHRASE) return passphrase || undefined;
  throw new StartupError(`BACKUP_PASSPHRASE has fewer than ${MIN_PASSPHRASE} characters. Use a longer one.`);
}

/** Removes a folder into which `unpack` has written. If the archive is damaged, some of its files are still being written. */
export const removeUnpacked = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 10 });

/** Encrypts a stream with a passphrase (scrypt, ChaCha20-Poly1305), so that age's own program opens it too. */
function encrypt(plain: Readable, passphrase: string): Promise<ReadableStream<Uint8Array>> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const chunks: AsyncIterator<Uint8Array> = plain[Symbol.asyncIterator]();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  return encrypter.encrypt(stream);
}

/**
 * The bytes of a file, decrypted where it is encrypted.
 * @throws one sentence for a missing or wrong passphrase, or a changed file
 */
async function* readDecrypted(
  file: string,
  passphrase: string | undefined,
): AsyncGenerator<Uint8Array, void> {
  const blob = await openAsBlob(file);
  if ((await blob.slice(0, AGE.length).text()) !== AGE) return yield* blob.stream();
  if (passphrase === undefined)
    throw new StartupError(`${file} is encrypted. Set BACKUP_PASSPHRASE to its passphrase.`);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    yield* await decrypter.decrypt(blob.stream());
  } catch (cause) {
    if (errorCode(cause) !== '') throw cause;
    throw new StartupError(
      `${file} can't be decrypted: BACKUP_PASSPHRASE is wrong, or the file is damaged. Nothing was changed.`,
      { cause },
    );
  }
}
