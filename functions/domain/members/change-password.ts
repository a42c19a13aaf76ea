import { canonicalize } from '#shared/text';
import type { Ambient } from '../ambient.ts';
import { accountEntry, logAccountEntry } from '../audit/account-entry.ts';
import { claimAttempt, forgetFailures } from '../limits/claim.ts';
import { type Limits, limitRules, withinLimit } from '../limits/limits.ts';
import { passwordChangedMail } from '../mail/notices.ts';
import { Refusal } from '../refusal.ts';
import type { Caller } from '../sessions/authenticate.ts';
import { type CommonPasswords, refuseCommonPassword } from './common-password.ts';
import type { Member, Members, PasswordHasher } from './member.ts';

export interface PasswordChange {
  username: string;
  oldPassword: string;
  newPassword: string;
  salt: string;
}

export type PasswordCheckNeeds = Ambient & { limits: Limits; passwords: PasswordHasher };
export type PasswordChangeNeeds = PasswordCheckNeeds & CommonPasswords & { members: Members };

/** Checks the old password, then sets the new one and ends every session. */
export async function changePassword(
  needs: PasswordChangeNeeds,
  { member, source }: Caller,
  { username, oldPassword, newPassword, salt }: PasswordChange,
): Promise<void> {
  if (canonicalize(username) !== canonicalize(member.username)) throw new Refusal('not-your-account');
  await checkPassword(needs, member, oldPassword);
  await refuseCommonPassword(needs, newPassword, salt, member);
  await withinLimit(needs, limitRules.passwordChanges, member.uid);
  const passwordHash = await needs.passwords.hash(newPassword);
  const entry = accountEntry(needs, source, { action: 'change-password', uid: member.uid });
  const isChanged = await needs.members.changePassword(
    member,
    { salt, passwordHash },
    { notice: passwordChangedMail(needs, member), entry },
  );
  if (!isChanged) throw new Refusal('profile-conflict');
  logAccountEntry(needs, entry);
  await forgetFailures(needs, canonicalize(member.username));
}

/**
 * Asks a signed-in member for the password once more. Guesses are limited for the account, wherever they come from; only
 * sessions of the member can make any, so that strangers cannot use them up.
 */
export async function checkPassword(
  needs: PasswordCheckNeeds,
  member: Member,
  password: string,
): Promise<void> {
  await claimAttempt(needs, 'password-check', member.uid);
  if (!(await needs.passwords.verify(member.passwordHash, password))) throw new Refusal('password-wrong');
  await needs.limits.forgetAttempts('password-check', member.uid);
}
