import type { Ambient } from '../ambient.ts';
import { type Limits, limitRules, withinLimit } from '../limits/limits.ts';
import type { PasswordHasher } from '../members/member.ts';
import { Refusal } from '../refusal.ts';
import type { ArchiveLock, ArchiveTokens } from './archive.ts';

const LIFETIME = 12 * 3_600_000;

type LockNeeds = Ambient & { archiveLock: ArchiveLock; archiveTokens: ArchiveTokens };

export type OpenArchiveNeeds = LockNeeds & {
  limits: Limits;
  archivePasswords: Pick<PasswordHasher, 'verify' | 'verifyNothing'>;
};

/** A token for the right password, undefined for any other. Each try is counted before it is checked; a right one is taken back. */
export async function openArchive(
  needs: OpenArchiveNeeds,
  password: string,
  network: string,
): Promise<string | undefined> {
  const { archiveLock, archivePasswords, archiveTokens } = needs;
  const counts = [
    await withinLimit(needs, limitRules.archivePassword, network),
    await withinLimit(needs, limitRules.archivePasswordInAll, 'all'),
  ];
  const given = password.normalize('NFKC');
  const isRight = await (archiveLock.passwordHash === ''
    ? archivePasswords.verifyNothing(given)
    : archivePasswords.verify(archiveLock.passwordHash, given));
  if (!isRight) return undefined;
  await Promise.all(counts.map((takeBack) => takeBack()));
  const issuedAt = needs.clock();
  const expiresAt = new Date(issuedAt.getTime() + LIFETIME);
  return archiveTokens.issue({ password: archiveLock.fingerprint, issuedAt, expiresAt });
}

/** Refuses with `archive-locked` unless the token is one for the password in force. */
export async function admitToArchive(needs: LockNeeds, token: string | undefined): Promise<void> {
  const password = token === undefined ? undefined : await needs.archiveTokens.read(token, needs.clock());
  const isOpen = needs.archiveLock.passwordHash !== '' && password === needs.archiveLock.fingerprint;
  if (!isOpen) throw new Refusal('archive-locked');
}
