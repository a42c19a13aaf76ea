import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { MANIFEST, type Unpacked, unpack } from './backup.ts';
import { tryLockDataFolder } from './data-folder.ts';
import { StartupError } from './disk/errors.ts';
import { checkIsFile } from './disk/files.ts';

export interface Restored extends Unpacked {
  /** The new place of the data that was there before. */
  movedTo: string | undefined;
}

/** Restores the data of a backup, after checking all of it. Existing data is renamed, if that is allowed. */
export async function restoreBackup(
  file: string,
  dataFolder: string,
  { mayReplace, now, passphrase }: { mayReplace: boolean; now: Date; passphrase?: string | undefined },
): Promise<Restored> {
  checkIsFile(file);
  const parent = dirname(dataFolder);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  // In the same parent folder, because a rename cannot change the disk.
  const staging = await mkdtemp(join(parent, `.restore-${basename(dataFolder)}-`));
  try {
    const unpacked = await unpack(file, staging, passphrase);
    await rm(join(staging, MANIFEST));
    const movedTo = await makeRoom(dataFolder, mayReplace, now);
    await rename(staging, dataFolder);
    return { ...unpacked, movedTo };
  } finally {
    // If an archive is damaged, some of its files are still being written.
    await rm(staging, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Makes sure that the folder does not exist. Returns the new name of a folder that had data. */
async function makeRoom(folder: string, mayReplace: boolean, now: Date): Promise<string | undefined> {
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
    const movedTo = `${folder}.before-restore-${now.toISOString().replace(/\D/g, '').slice(0, 14)}`;
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
