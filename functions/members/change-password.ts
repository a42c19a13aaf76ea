import { canonicalize } from '#shared/text';
import { createAccountEntry, logAccountEntry } from '../audit/audit.ts';
import { claimAttempt, enforceLimit, failuresWindow } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import { passwordChangedMail } from '../mail/transactional/messages/account.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { Caller, Member } from './member.ts';
import type { MembersDeps } from './members.ts';
import { requireUncommonPassword } from './password-rules.ts';

export interface PasswordChangeInput {
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
  deps: MembersDeps,
  { member, source }: Caller,
  { username, oldPassword, newPassword, salt }: PasswordChangeInput,
): Promise<{ passkeysRemoved: boolean }> {
  const { uid } = member;
  const account = canonicalize(member.username);
  if (canonicalize(username) !== account) throw new DomainError('not-your-account');
  await confirmPassword(deps, member, oldPassword);
  await requireUncommonPassword(deps, newPassword, salt, member);
  await enforceLimit(deps, limitRules.passwordChanges, uid);
  const passwordHash = await deps.passwords.hash(newPassword);
  const entry = createAccountEntry(deps, source, { action: 'change-password', uid });
  const passkeys = await deps.passkeys.listPasskeys(uid);
  const passkeysRemoved = passkeys.length > 0;
  const failed = await deps.table.commit([
    deps.members.setPasswordWrite(member, { salt, passwordHash }),
    ...passkeys.map(deps.passkeys.removeWrite),
    deps.codes.discardWrite(uid, 'reset'),
    deps.limits.clearFailuresWrite(account, failuresWindow(deps)),
    ...deps.mailQueue.enqueueWrites(passwordChangedMail(deps, member, { passkeysRemoved })),
    ...deps.audit.entryWrites(entry),
  ]);
  if (failed.length > 0) throw new DomainError('profile-conflict');
  logAccountEntry(deps, entry);
  return { passkeysRemoved };
}

/**
 * Checks the password of a signed-in member again. Guesses are limited per account, wherever they come from; only the
 * member's sessions can make any, so strangers cannot use them up.
 * @throws `password-wrong`, `too-many-attempts`
 */
export async function confirmPassword(deps: MembersDeps, member: Member, password: string): Promise<void> {
  await claimAttempt(deps, 'password-check', member.uid);
  if (!(await deps.passwords.verify(member.passwordHash, password))) throw new DomainError('password-wrong');
  await deps.limits.clearAttempts('password-check', member.uid);
}
