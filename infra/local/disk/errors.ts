/** An error that the person at the keyboard can correct: its message is the one sentence to print. */
export class StartupError extends Error {
  override name = 'StartupError';
}

/** The operating system's errors about files in words, and the remedies. */
const diskErrors: Readonly<Record<string, readonly [reason: string, remedy: string]>> = {
  ENOSPC: ['the disk is full', 'Free some disk space'],
  EDQUOT: ['your disk quota is used up', 'Free some disk space'],
  EACCES: ['access is denied', 'Give your user read and write access to it'],
  EPERM: ['access is denied', 'Give your user read and write access to it'],
  EROFS: ['the disk is read-only', 'Make the disk writable, or set DATA_DIR to another folder'],
  EISDIR: ['it is a folder', 'Move that folder away'],
  ENOTDIR: ['it is not a folder', 'Move that file away'],
  EEXIST: ['it is not a folder', 'Move that file away'],
  EIO: ['the disk reports an error', 'Check the disk'],
};

/** The same errors as SQLite reports them, through the local database or directly. */
const databaseErrors: readonly (readonly [RegExp, string])[] = [
  [/database or disk is full/i, 'ENOSPC'],
  [/readonly database/i, 'EACCES'],
  [/disk I\/O error/i, 'EIO'],
];

export interface DiskError {
  /** For example `ENOSPC`. */
  readonly code: string;
  readonly file: string | undefined;
  readonly reason: string;
  readonly remedy: string;
}

/** The code of an error of Node or of the product, such as `ENOENT`; empty for an error without one. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** The error of a file or its disk; undefined for any other error. */
export function toDiskError(error: unknown): DiskError | undefined {
  if (!(error instanceof Error)) return undefined;
  const named = databaseErrors.find(([pattern]) => pattern.test(error.message))?.[1] ?? errorCode(error);
  const [reason, remedy] = diskErrors[named] ?? [];
  if (reason === undefined || remedy === undefined) return undefined;
  const file = 'path' in error && typeof error.path === 'string' ? error.path : undefined;
  return { code: named, file, reason, remedy };
}

/** One sentence about the error and one about what to do. */
export const diskErrorSentence = ({ code, file, reason, remedy }: DiskError, next: string): string =>
  `Can't use ${file ?? 'the data folder'}: ${reason} (${code}). ${remedy}, then ${next}.`;
