import { access, chmod, constants, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseFile, KEPT } from './data-folder.ts';

const STICKY_BIT = 0o1000;

/**
 * Closes the data to other users of the machine, and fails on what this user cannot read and write: a folder that was copied
 * or once used by an administrator belongs to somebody else in part. Only what is ours is touched, in whatever folder.
 */
export async function makePrivate(folder: string): Promise<void> {
  const { mode } = await lstat(folder);
  // A folder that all users share, as /tmp, stays as it is.
  if ((mode & STICKY_BIT) === 0) await restrict(folder, mode, 0o700);
  const database = ['', '-wal', '-shm'].map((ending) => `${databaseFile(folder)}${ending}`);
  await Promise.all([...database, ...KEPT.map((name) => join(folder, name))].map(makePathPrivate));
}

async function makePathPrivate(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined || found.isSymbolicLink()) return;
  await access(path, constants.R_OK | constants.W_OK);
  await restrict(path, found.mode, found.isDirectory() ? 0o700 : 0o600);
  if (!found.isDirectory()) return;
  await Promise.all((await readdir(path)).map((name) => makePathPrivate(join(path, name))));
}

async function restrict(path: string, mode: number, allowed: number): Promise<void> {
  if ((mode & 0o777 & ~allowed) !== 0) await chmod(path, mode & allowed);
}
