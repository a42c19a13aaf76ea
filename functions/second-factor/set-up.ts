import type { AccountAction } from '#shared/choices';
import { accountEntry, logAccountEntry } from '../audit/account-entry.ts';
import { claimAttempt } from '../limits/enforce-limit.ts';
import { limitRules, withinLimit } from '../limits/limits.ts';
import type { TransactionalMail } from '../mail/transactional/mail.ts';
import {
  recoveryCodesRenewedMail,
  secondFactorOffMail,
  secondFactorOnMail,
} from '../mail/transactional/messages.ts';
import { confirmPassword, type PasswordCheckDeps } from '../members/change-password.ts';
import type { Caller, ChangeRecord, Member } from '../members/member.ts';
import { otherSessions } from '../sessions/devices.ts';
import type { Sessions } from '../sessions/session.ts';
import { DomainError } from '../shared/domain-error.ts';
import { acceptCode } from './accept-code.ts';
import { newRecoveryCodes, shownRecoveryCode } from './recovery-codes.ts';
import { isRequiredOf, type SecondFactor, type SecondFactorDeps } from './second-factor.ts';

/** RFC 4226, section 4, R6, recommends 160 bits. */
const SECRET_BYTES = 20;
const SETUP_MILLISECONDS = 10 * 60_000;
/** Before every time step: any code of the app finishes a setup. */
const NO_TIME_STEP = 0;

export type SetUpDeps = SecondFactorDeps & PasswordCheckDeps & { sessions: Sessions };

interface Confirmation {
  password: string;
  code: string;
}

export async function statusOf(
  deps: SecondFactorDeps,
  member: Member,
): Promise<{ enrolledAt: string | null; recoveryCodesLeft: number; isRequired: boolean }> {
  const factor = await deps.secondFactors.find(member.uid);
  return {
    enrolledAt: factor?.enrolledAt ?? null,
    recoveryCodesLeft: factor?.recoveryCodeHashes.length ?? 0,
    isRequired: isRequiredOf(deps, member),
  };
}

/** Begins a setup. Requires the password, and a code of the present second factor where there is one. */
export async function beginSetup(
  deps: SetUpDeps,
  caller: Caller,
  given: { password: string; code?: string | undefined },
): Promise<{ secret: string; uri: string }> {
  const { member } = caller;
  await confirmPassword(deps, member, given.password);
  const factor = await deps.secondFactors.find(member.uid);
  if (factor) await checkCode(deps, caller, factor, given.code ?? '');
  await withinLimit(deps, limitRules.secondFactorChanges, member.uid);
  const secret = deps.randomBytes(SECRET_BYTES);
  await deps.secondFactors.beginSetup({
    uid: member.uid,
    sealedSecret: deps.secondFactorKeys.seal(member.uid, secret),
    expiresAt: new Date(deps.now().getTime() + SETUP_MILLISECONDS).toISOString(),
  });
  return deps.totp.createSetup(secret, member.username);
}

/** Turns the second factor on with a code of the app, and resolves to the recovery codes, which are shown this once. */
export async function finishSetup(deps: SetUpDeps, caller: Caller, code: string): Promise<string[]> {
  const { member, session } = caller;
  const now = deps.now();
  const setup = await deps.secondFactors.findSetup(member.uid);
  if (!setup || setup.expiresAt <= now.toISOString()) throw new DomainError('second-factor-setup-ended');
  const secret = deps.secondFactorKeys.open(member.uid, setup.sealedSecret);
  const lastTimeStep = await deps.totp.matchingTimeStep(secret, code, now, NO_TIME_STEP);
  if (lastTimeStep === undefined) throw new DomainError('code-invalid');
  const { codes, hashes } = recoveryCodesFor(deps, member);
  const { uid, sealedSecret } = setup;
  const factor: SecondFactor = {
    kind: 'totp',
    uid,
    sealedSecret,
    lastTimeStep,
    recoveryCodeHashes: hashes,
    enrolledAt: now.toISOString(),
  };
  const record = recordOf(deps, caller, 'set-up-second-factor', secondFactorOnMail(deps, member));
  if (!(await deps.secondFactors.finishSetup(setup, factor, record)))
    throw new DomainError('second-factor-setup-ended');
  logAccountEntry(deps, record.entry);
  await deps.sessions.setSecondFactorAt(session, now);
  return codes;
}

/** Resolves to new recovery codes; the old ones stop working. */
export async function renewRecoveryCodes(
  deps: SetUpDeps,
  caller: Caller,
  { password, code }: Confirmation,
): Promise<string[]> {
  const { member } = caller;
  await confirmPassword(deps, member, password);
  await checkCode(deps, caller, await factorOf(deps, member), code);
  await withinLimit(deps, limitRules.secondFactorChanges, member.uid);
  // Read anew: the code may have been a recovery code, which is gone now.
  const factor = await factorOf(deps, member);
  const { codes, hashes } = recoveryCodesFor(deps, member);
  const record = recordOf(deps, caller, 'renew-recovery-codes', recoveryCodesRenewedMail(deps, member));
  if (!(await deps.secondFactors.setRecoveryCodes(factor, hashes, record)))
    throw new DomainError('profile-conflict');
  logAccountEntry(deps, record.entry);
  return codes;
}

/** Turns it off and ends every other session; refuses with `second-factor-required` members who must have one. */
export async function removeSecondFactor(
  deps: SetUpDeps,
  caller: Caller,
  { password, code }: Confirmation,
): Promise<void> {
  const { member, session } = caller;
  if (isRequiredOf(deps, member)) throw new DomainError('second-factor-required');
  await confirmPassword(deps, member, password);
  const factor = await factorOf(deps, member);
  await checkCode(deps, caller, factor, code);
  const record = recordOf(deps, caller, 'remove-second-factor', secondFactorOffMail(deps, member));
  if (!(await deps.secondFactors.remove(factor, record))) throw new DomainError('second-factor-off');
  logAccountEntry(deps, record.entry);
  await deps.sessions.setSecondFactorAt(session, null);
  for (const { uid, id } of await otherSessions(deps, caller)) await deps.sessions.remove(uid, id);
}

/** Accepts a code from a member who is logged in, for the calls that ask for the second factor again. */
export async function giveSecondFactor(deps: SetUpDeps, caller: Caller, code: string): Promise<void> {
  const { member, session } = caller;
  await checkCode(deps, caller, await factorOf(deps, member), code);
  await deps.sessions.setSecondFactorAt(session, deps.now());
}

async function factorOf(deps: SetUpDeps, { uid }: Member): Promise<SecondFactor> {
  const factor = await deps.secondFactors.find(uid);
  if (!factor) throw new DomainError('second-factor-off');
  return factor;
}

/** The attempt is counted before anything is compared; guesses are limited wherever they come from. */
async function checkCode(
  deps: SetUpDeps,
  { member, source }: Caller,
  factor: SecondFactor,
  code: string,
): Promise<void> {
  await claimAttempt(deps, 'second-factor', member.uid);
  if (!(await acceptCode(deps, member, factor, code, source))) throw new DomainError('code-invalid');
  await deps.limits.forgetAttempts('second-factor', member.uid);
}

function recoveryCodesFor(deps: SetUpDeps, { uid }: Member): { codes: string[]; hashes: string[] } {
  const codes = newRecoveryCodes(deps);
  return {
    codes: codes.map(shownRecoveryCode),
    hashes: codes.map((code) => deps.secondFactorKeys.hashRecoveryCode(uid, code)),
  };
}

const recordOf = (
  deps: SetUpDeps,
  { member, source }: Caller,
  action: AccountAction,
  notice: TransactionalMail,
): ChangeRecord => ({ notice, entry: accountEntry(deps, source, { action, uid: member.uid }) });
