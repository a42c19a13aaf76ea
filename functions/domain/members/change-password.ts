import type { Ambient } from '../ambient.ts';
import { claimAttempt } from '../limits/claim.ts';
import type { Limits } from '../limits/limits.ts';
import { passwordChangedMail } from '../mail/notices.ts';
import { Refusal } from '../refusal.ts';
import { canonical } from './canonical.ts';
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
  member: Member,
  { username, oldPassword, newPassword, salt }: PasswordChange,
): Promise<void> {
  if (canonical(username) !== canonical(member.username)) throw new Refusal('not-your-account');
  await refuseCommonPassword(needs, newPassword, salt, member);
  await checkPassword(needs, member, oldPassword);
  const passwordHash = await needs.passwords.hash(newPassword);
  const isChanged = await needs.members.changePassword(
    member,
    { salt, passwordHash },
    passwordChangedMail(needs, member),
  );
  if (!isChanged) throw new Refusal('changed-meanwhile');
}

/** Asks a signed-in member for the password once more; guesses are limited for the account, wherever they come from. */
export async function checkPassword(
  needs: PasswordCheckNeeds,
  member: Member,
  password: string,
): Promise<void> {
  const account = `password-of-${member.uid}`;
  await claimAttempt(needs, account, 'any');
  if (!(await needs.passwords.verify(member.passwordHash, password))) throw new Refusal('password-wrong');
  await needs.limits.forgetAttempts(account, 'any');
}
