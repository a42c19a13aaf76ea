import { enforceLimit } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import type { Limits } from '../limits/repository.ts';
import type { PasswordHasher } from '../platform/passwords.ts';
import type { Runtime } from '../platform/runtime.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { ArchiveLock, ArchiveTokens } from './archive.ts';

const LIFETIME = 12 * 3_600_000;

type LockDeps = Runtime & { archiveLock: ArchiveLock; archiveTokens: ArchiveTokens };

export type OpenArchiveDeps = LockDeps & {
  limits: Limits;
  archivePasswords: Pick<PasswordHasher, 'verify' | 'verifyDummy'>;
};

/** A token for the right password, undefined for any other. Each try is counted before it is checked; a right one is taken back. */
export async function openArchive(
  deps: OpenArchiveDeps,
  password: string,
  network: string,
): Promise<string | undefined> {
  const { archiveLock, archivePasswords, archiveTokens } = deps;
  const counts = [
    await enforceLimit(deps, limitRules.archivePassword, network),
    await enforceLimit(deps, limitRules.archivePasswordInAll, 'all'),
  ];
  const given = password.normalize('NFKC');
  const isRight = await (archiveLock.passwordHash === ''
    ? archivePasswords.verifyDummy(given)
    : archivePasswords.verify(archiveLock.passwordHash, given));
  if (!isRight) return undefined;
  await Promise.all(counts.map((takeBack) => takeBack()));
  const issuedAt = deps.now();
  const expiresAt = new Date(issuedAt.getTime() + LIFETIME);
  return archiveTokens.issue({ password: archiveLock.fingerprint, issuedAt, expiresAt });
}

/** Refuses with `archive-locked` unless the token is one for the password in force. */
export async function requireArchiveAccess(deps: LockDeps, token: string | undefined): Promise<void> {
  const password = token === undefined ? undefined : await deps.archiveTokens.read(token, deps.now());
  const isOpen = deps.archiveLock.passwordHash !== '' && password === deps.archiveLock.fingerprint;
  if (!isOpen) throw new DomainError('archive-locked');
}
