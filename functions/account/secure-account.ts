import { createAccountEntry, logAccountEntry } from '../audit/audit.ts';
import { createCode } from '../codes/codes.ts';
import { enforceLimit } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import { accountSecuredMail } from '../mail/transactional/messages/account.ts';
import { type Caller, NO_PASSWORD } from '../members/member.ts';
import type { MembersDeps } from '../members/members.ts';
import { DomainError } from '../shared/domain-error.ts';

/**
 * For a member who doesn't recognise a login: ends every session, the caller's own too, removes the password and the
 * passkeys, which somebody else may know or have added, and emails a code with which the member sets a new password. `loggedInAt` is the time of the login.
 * @throws `profile-conflict`, `too-many-attempts`
 */
export async function secureAccount(
  deps: MembersDeps,
  { member, source }: Caller,
  loggedInAt: string,
): Promise<void> {
  const { uid, epoch, salt } = member;
  await enforceLimit(deps, limitRules.passwordChanges, uid);
  const { code, codePart } = await createCode(deps, 'reset', epoch + 1);
  const passkeys = await deps.passkeys.listPasskeys(uid);
  const mail = accountSecuredMail(deps, member, {
    code: codePart,
    loggedInAt,
    passkeysRemoved: passkeys.length > 0,
  });
  const entry = createAccountEntry(deps, source, { action: 'report-sign-in', uid, details: { loggedInAt } });
  const failed = await deps.table.commit([
    deps.members.setPasswordWrite(member, { salt, passwordHash: NO_PASSWORD }),
    ...passkeys.map(deps.passkeys.removeWrite),
    deps.codes.issueWrite(uid, code),
    ...deps.mailQueue.enqueueWrites(mail),
    ...deps.audit.entryWrites(entry),
  ]);
  if (failed.length > 0) throw new DomainError('profile-conflict');
  logAccountEntry(deps, entry);
}
