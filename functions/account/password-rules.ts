import { createHash } from 'node:crypto';
import type { Member } from '../members/member.ts';
import type { Context } from '../platform/context.ts';
import type { Runtime } from '../platform/runtime.ts';
import { DomainError } from '../shared/domain-error.ts';

/** A new salt of 128 random bits. It is stored only when a registration, a reset or a change sends it back. */
const SALT_BYTES = 16;

export const createSalt = ({ randomBytes }: Pick<Runtime, 'randomBytes'>): string =>
  Buffer.from(randomBytes(SALT_BYTES)).toString('base64url');

/** @throws `password-common` for a common password, and for the person's own names */
export async function requireUncommonPassword(
  { loadCommonPasswords }: Pick<Context, 'loadCommonPasswords'>,
  password: string,
  salt: string,
  person: Pick<Member, 'username' | 'firstName' | 'lastName' | 'email'>,
): Promise<void> {
  const personal = [person.username, person.firstName, person.lastName, ...person.email.split(/[@.]/)];
  if (isCommonPassword(password, salt, await loadCommonPasswords(), personal))
    throw new DomainError('password-common');
}

/** Whether the browser sent SHA-256(candidate + salt) of a common password; the server never sees the password itself. */
export function isCommonPassword(
  password: string,
  salt: string,
  common: readonly string[],
  personal: readonly string[],
): boolean {
  const sent = password.toLowerCase();
  const own = personal.flatMap((word) => [
    word,
    word.toLowerCase(),
    `${word}123`,
    `${word.toLowerCase()}123`,
  ]);
  return [...common, ...own].some((candidate) => {
    const digest = createHash('sha256').update(candidate.normalize('NFKC') + salt);
    return digest.digest('hex') === sent;
  });
}
