import { hash } from 'node:crypto';
import { canonicalize } from '#shared/text';
import { limitRules } from '../limits/limits.ts';
import { claimAttempt, clearAttempts, clearFailuresWrite, enforceLimit } from '../limits/repository.ts';
import { passwordChangedMail } from '../mail/transactional/messages/account.ts';
import type { Caller, Member } from '../members/member.ts';
import { setPasswordWrite } from '../members/write-repository.ts';
import type { Context } from '../platform/context.ts';
import { DomainError } from '../shared/domain-error.ts';
import { commitAccountChange } from './account-change.ts';
import { discardCodeWrite } from './code-repository.ts';
import { listPasskeys, removePasskeyWrite } from './passkey-repository.ts';

/** What sets a password. */
export type PasswordsContext = Pick<
  Context,
  'table' | 'keyedHash' | 'passwords' | 'loadCommonPasswords' | 'now' | 'randomBytes' | 'log'
>;

/**
 * Rejects common passwords and the person's own names. The server never sees the password itself: the browser sends
 * SHA-256(password + salt), to which each candidate is compared.
 * @throws `password-common`
 */
export async function requireUncommonPassword(
  { loadCommonPasswords }: Pick<Context, 'loadCommonPasswords'>,
  password: string,
  salt: string,
  person: Pick<Member, 'username' | 'firstName' | 'lastName' | 'email'>,
): Promise<void> {
  const names = [person.username, person.firstName, person.lastName, ...person.email.split(/[@.]/)];
  const personal = [...names, ...names.map((name) => name.toLowerCase())];
  const candidates = [...(await loadCommonPasswords()), ...personal.flatMap((word) => [word, `${word}123`])];
  const sent = password.toLowerCase();
  if (candidates.some((candidate) => hash('sha256', candidate.normalize('NFKC') + salt) === sent))
    throw new DomainError('password-common');
}

interface PasswordChangeInput {
  username: string;
  oldPassword: string;
  newPassword: string;
  salt: string;
}

/**
 * Checks the old password, then sets the new one, ends every session and removes the passkeys: somebody who knew the old
 * password may have added one.
 * @throws `not-your-account`, `password-wrong`, `password-common`, `profile-conflict`, `too-many-attempts`
 */
export async function changePassword(
  context: PasswordsContext,
  { member, source }: Caller,
  { username, oldPassword, newPassword, salt }: PasswordChangeInput,
): Promise<{ passkeysRemoved: boolean }> {
  const { uid } = member;
  const account = canonicalize(member.username);
  if (canonicalize(username) !== account) throw new DomainError('not-your-account');
  await confirmPassword(context, member, oldPassword);
  await requireUncommonPassword(context, newPassword, salt, member);
  await enforceLimit(context, limitRules.emails, ['password', uid]);
  const passwordHash = await context.passwords.hash(newPassword);
  const passkeys = await listPasskeys(context, uid);
  const passkeysRemoved = passkeys.length > 0;
  const mail = passwordChangedMail(context, member, { passkeysRemoved });
  const isCommitted = await commitAccountChange(context, source, { action: 'change-password', uid }, mail, [
    setPasswordWrite(member, { salt, passwordHash }),
    ...passkeys.map(removePasskeyWrite),
    discardCodeWrite(uid, 'reset'),
    clearFailuresWrite(context, account),
  ]);
  if (!isCommitted) throw new DomainError('profile-conflict');
  return { passkeysRemoved };
}

/**
 * Checks the password of a signed-in member again. Guesses are limited per account, wherever they come from; only the
 * member's sessions can make any, so strangers cannot use them up.
 * @throws `password-wrong`, `too-many-attempts`
 */
export async function confirmPassword(
  context: Pick<Context, 'table' | 'passwords' | 'now' | 'log'>,
  member: Member,
  password: string,
): Promise<void> {
  await claimAttempt(context, 'password-check', member.uid);
  if (!(await context.passwords.verify(member.passwordHash, password)))
    throw new DomainError('password-wrong');
  await clearAttempts(context, 'password-check', member.uid);
}
