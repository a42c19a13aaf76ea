import { canonicalize } from '#shared/text';
import { accountEntry, logAccountEntry } from '../audit/account-entry.ts';
import { claimAttempt, forgetFailures } from '../limits/enforce-limit.ts';
import { type Limits, limitRules, withinLimit } from '../limits/limits.ts';
import { passwordChangedMail } from '../mail/transactional/messages.ts';
import type { Caller } from '../members/member.ts';
import type { PasswordHasher } from '../platform/passwords.ts';
import type { Runtime } from '../platform/runtime.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { Member, Members } from './member.ts';
import { type CommonPasswords, refuseCommonPassword } from './password-rules.ts';

export interface PasswordChangeInput {
  username: string;
  oldPassword: string;
  newPassword: string;
  salt: string;
}

export type PasswordCheckDeps = Runtime & { limits: Limits; passwords: PasswordHasher };
export type PasswordChangeDeps = PasswordCheckDeps & CommonPasswords & { members: Members };

/** Checks the old password, then sets the new one and ends every session. */
export async function changePassword(
  deps: PasswordChangeDeps,
  { member, source }: Caller,
  { username, oldPassword, newPassword, salt }: PasswordChangeInput,
): Promise<void> {
  if (canonicalize(username) !== canonicalize(member.username)) throw new DomainError('not-your-account');
  await confirmPassword(deps, member, oldPassword);
  await refuseCommonPassword(deps, newPassword, salt, member);
  await withinLimit(deps, limitRules.passwordChanges, member.uid);
  const passwordHash = await deps.passwords.hash(newPassword);
  const entry = accountEntry(deps, source, { action: 'change-password', uid: member.uid });
  const isChanged = await deps.members.changePassword(
    member,
    { salt, passwordHash },
    { notice: passwordChangedMail(deps, member), entry },
  );
  if (!isChanged) throw new DomainError('profile-conflict');
  logAccountEntry(deps, entry);
  await forgetFailures(deps, canonicalize(member.username));
}

/**
 * Asks a signed-in member for the password once more. Guesses are limited for the account, wherever they come from; only
 * sessions of the member can make any, so that strangers cannot use them up.
 */
export async function confirmPassword(
  deps: PasswordCheckDeps,
  member: Member,
  password: string,
): Promise<void> {
  await claimAttempt(deps, 'password-check', member.uid);
  if (!(await deps.passwords.verify(member.passwordHash, password))) throw new DomainError('password-wrong');
  await deps.limits.forgetAttempts('password-check', member.uid);
}
