import { createAccountEntry, logAccountEntry } from '../audit/audit.ts';
import { createCode } from '../codes/codes.ts';
import { enforceLimit } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import { accountSecuredMail } from '../mail/transactional/messages/account.ts';
import { type Caller, NO_PASSWORD } from '../members/member.ts';
import type { MembersDeps } from '../members/members.ts';
import type { SecondFactors } from '../second-factor/repository.ts';
import { DomainError } from '../shared/domain-error.ts';

/**
 * For a member who doesn't recognise a login: ends every session, the caller's own too, and takes back what somebody else may
 * know or have added: the password, the passkeys, an unfinished setup of a second factor, and a second factor that was set up
 * since that login. Emails a code with which the member sets a new password. `loggedInAt` is the time of the login.
 * @throws `profile-conflict`, `too-many-attempts`
 */
export async function secureAccount(
  deps: MembersDeps & {
    secondFactors: Pick<SecondFactors, 'findSecondFactor' | 'removeWrites' | 'discardSetupWrite'>;
  },
  { member, source }: Caller,
  loggedInAt: string,
): Promise<void> {
  const { uid, epoch, salt } = member;
  await enforceLimit(deps, limitRules.passwordChanges, uid);
  const { code, codePart } = await createCode(deps, 'reset', epoch + 1);
  const [passkeys, factor] = await Promise.all([
    deps.passkeys.listPasskeys(uid),
    deps.secondFactors.findSecondFactor(uid),
  ]);
  const isFactorNew = factor !== undefined && factor.enrolledAt >= loggedInAt;
  const mail = accountSecuredMail(deps, member, {
    code: codePart,
    loggedInAt,
    passkeysRemoved: passkeys.length > 0,
    factorRemoved: isFactorNew,
  });
  const entry = createAccountEntry(deps, source, { action: 'report-sign-in', uid, details: { loggedInAt } });
  const failed = await deps.table.commit([
    deps.members.setPasswordWrite(member, { salt, passwordHash: NO_PASSWORD }),
    ...passkeys.map(deps.passkeys.removeWrite),
    ...(isFactorNew ? deps.secondFactors.removeWrites(factor) : [deps.secondFactors.discardSetupWrite(uid)]),
    deps.codes.issueWrite(uid, code),
    ...deps.mailQueue.enqueueWrites(mail),
    ...deps.audit.entryWrites(entry),
  ]);
  if (failed.length > 0) throw new DomainError('profile-conflict');
  logAccountEntry(deps, entry);
}
