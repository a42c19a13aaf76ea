import type { AccountAction } from '#shared/audit-choices';
import { type AdminAction, auditEntryFor, createAccountEntry, logAccountEntry } from '../audit/audit.ts';
import { claimAttempt, enforceLimit } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import type { TransactionalMail } from '../mail/transactional/mail.ts';
import {
  recoveryCodesRenewedMail,
  secondFactorOffMail,
  secondFactorOnMail,
  secondFactorResetMail,
} from '../mail/transactional/messages/login.ts';
import { confirmPassword } from '../members/change-password.ts';
import type { Caller, Member } from '../members/member.ts';
import { loadMemberForAction } from '../members/members.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { TableWrite } from '../platform/table/table.ts';
import { endOtherSessions } from '../sessions/devices.ts';
import { DomainError } from '../shared/domain-error.ts';
import { isInLifetime } from '../shared/recent.ts';
import { acceptCode } from './accept-code.ts';
import { isSecondFactorRequired, type SecondFactorDeps } from './require-second-factor.ts';
import { createRecoveryCodes, formatRecoveryCode, type SecondFactor } from './second-factor.ts';

/** RFC 4226, section 4, R6, recommends 160 bits. */
const SECRET_BYTES = 20;
const SETUP_MS = 10 * 60_000;
/** Earlier than every time step, so that any code of the app finishes a setup. */
const NO_TIME_STEP = 0;

/** What a signed-in member enters again to prove who they are. */
export interface IdentityProof {
  password: string;
  /** Of the second factor, if there is one. */
  code?: string | undefined;
}

export async function getSecondFactorStatus(
  deps: SecondFactorDeps,
  member: Member,
): Promise<{ enrolledAt: string | null; recoveryCodesLeft: number; isRequired: boolean }> {
  const factor = await deps.secondFactors.findSecondFactor(member.uid);
  return {
    enrolledAt: factor?.enrolledAt ?? null,
    recoveryCodesLeft: factor?.recoveryCodeHashes.length ?? 0,
    isRequired: isSecondFactorRequired(deps, member),
  };
}

/**
 * Asks once more who a signed-in person is: for the password and, if there is a second factor, one of its codes.
 * @throws `password-wrong`, `code-invalid`, `too-many-attempts`
 */
export async function confirmIdentity(
  deps: SecondFactorDeps,
  caller: Caller,
  { password, code = '' }: IdentityProof,
): Promise<void> {
  const { member } = caller;
  await confirmPassword(deps, member, password);
  const factor = await deps.secondFactors.findSecondFactor(member.uid);
  if (factor) await checkCode(deps, caller, factor, code);
}

/** Begins a setup. Requires the password and, if there is a second factor already, one of its codes. */
export async function beginSetup(
  deps: SecondFactorDeps,
  caller: Caller,
  given: IdentityProof,
): Promise<{ secret: string; uri: string }> {
  const { member } = caller;
  await confirmIdentity(deps, caller, given);
  await enforceLimit(deps, limitRules.secondFactorChanges, member.uid);
  const secret = deps.randomBytes(SECRET_BYTES);
  await deps.secondFactors.beginSetup({
    uid: member.uid,
    sealedSecret: deps.secondFactorKeys.seal(member.uid, secret),
    expiresAt: new Date(deps.now().getTime() + SETUP_MS).toISOString(),
  });
  return deps.totp.createSetup(secret, member.username);
}

/**
 * Turns the second factor on with a code of the app. Resolves to the recovery codes, which are never shown again.
 * @throws `second-factor-setup-ended`, `code-invalid`, `too-many-attempts`
 */
export async function finishSetup(deps: SecondFactorDeps, caller: Caller, code: string): Promise<string[]> {
  const { member, session } = caller;
  const now = deps.now();
  const setup = await deps.secondFactors.findSetup(member.uid);
  if (!setup || !isInLifetime(Date.parse(setup.expiresAt), now, SETUP_MS))
    throw new DomainError('second-factor-setup-ended');
  await claimAttempt(deps, 'second-factor', member.uid);
  const secret = deps.secondFactorKeys.open(member.uid, setup.sealedSecret);
  const lastTimeStep = await deps.totp.matchingTimeStep(secret, code, now, NO_TIME_STEP);
  if (lastTimeStep === undefined) throw new DomainError('code-invalid');
  await deps.limits.clearAttempts('second-factor', member.uid);
  const { codes, hashes } = createHashedCodes(deps, member);
  const { uid, sealedSecret } = setup;
  const factor: SecondFactor = {
    kind: 'totp',
    uid,
    sealedSecret,
    lastTimeStep,
    recoveryCodeHashes: hashes,
    enrolledAt: now.toISOString(),
  };
  const writes = deps.secondFactors.finishSetupWrites(setup, factor);
  const mail = secondFactorOnMail(deps, member);
  if (!(await commitChange(deps, caller, 'set-up-second-factor', mail, writes)))
    throw new DomainError('second-factor-setup-ended');
  await deps.sessions.setSecondFactorAt(session, now);
  return codes;
}

/** Resolves to new recovery codes; the old ones stop working. */
export async function renewRecoveryCodes(
  deps: SecondFactorDeps,
  caller: Caller,
  { password, code }: IdentityProof & { code: string },
): Promise<string[]> {
  const { member } = caller;
  await confirmPassword(deps, member, password);
  await checkCode(deps, caller, await findFactorOrThrow(deps, member), code);
  await enforceLimit(deps, limitRules.secondFactorChanges, member.uid);
  // Read again: the code may have been a recovery code, which is used up now.
  const factor = await findFactorOrThrow(deps, member);
  const { codes, hashes } = createHashedCodes(deps, member);
  const writes = [deps.secondFactors.setRecoveryCodesWrite(factor, hashes)];
  const mail = recoveryCodesRenewedMail(deps, member);
  if (!(await commitChange(deps, caller, 'renew-recovery-codes', mail, writes)))
    throw new DomainError('profile-conflict');
  return codes;
}

/** Turns it off and ends every other session. @throws `second-factor-required` for members who must have one */
export async function removeSecondFactor(
  deps: SecondFactorDeps,
  caller: Caller,
  { password, code }: IdentityProof & { code: string },
): Promise<void> {
  const { member, session } = caller;
  if (isSecondFactorRequired(deps, member)) throw new DomainError('second-factor-required');
  await confirmPassword(deps, member, password);
  const factor = await findFactorOrThrow(deps, member);
  await checkCode(deps, caller, factor, code);
  // Before the factor is removed: if this fails, the member can call again, which needs the factor.
  await endOtherSessions(deps, caller);
  const writes = deps.secondFactors.removeWrites(factor);
  const mail = secondFactorOffMail(deps, member);
  if (!(await commitChange(deps, caller, 'remove-second-factor', mail, writes)))
    throw new DomainError('second-factor-off');
  await deps.sessions.setSecondFactorAt(session, null);
}

/** Accepts a code from a signed-in member, for the calls that need a recent second factor. */
export async function giveSecondFactor(deps: SecondFactorDeps, caller: Caller, code: string): Promise<void> {
  const { member, session } = caller;
  await checkCode(deps, caller, await findFactorOrThrow(deps, member), code);
  await deps.sessions.setSecondFactorAt(session, deps.now());
}

async function findFactorOrThrow(deps: SecondFactorDeps, { uid }: Member): Promise<SecondFactor> {
  const factor = await deps.secondFactors.findSecondFactor(uid);
  if (!factor) throw new DomainError('second-factor-off');
  return factor;
}

/** Counts the attempt before any comparison; guesses are limited wherever they come from. */
async function checkCode(
  deps: SecondFactorDeps,
  { member, source }: Caller,
  factor: SecondFactor,
  code: string,
): Promise<void> {
  await claimAttempt(deps, 'second-factor', member.uid);
  if (!(await acceptCode(deps, member, factor, code, source))) throw new DomainError('code-invalid');
  await deps.limits.clearAttempts('second-factor', member.uid);
}

function createHashedCodes(deps: SecondFactorDeps, { uid }: Member): { codes: string[]; hashes: string[] } {
  const codes = createRecoveryCodes(deps);
  return {
    codes: codes.map(formatRecoveryCode),
    hashes: codes.map((code) => deps.secondFactorKeys.hashRecoveryCode(uid, code)),
  };
}

/** Commits a change with its mail and its audit entry; false if a row is no longer what was read. */
async function commitChange(
  deps: SecondFactorDeps,
  { member, source }: Caller,
  action: AccountAction,
  mail: TransactionalMail,
  writes: TableWrite[],
): Promise<boolean> {
  const entry = createAccountEntry(deps, source, { action, uid: member.uid });
  const failed = await deps.table.commit([
    ...writes,
    ...deps.mailQueue.enqueueWrites(mail),
    ...deps.audit.entryWrites(entry),
  ]);
  if (failed.length > 0) return false;
  logAccountEntry(deps, entry);
  return true;
}

/**
 * Only for the operator's command line: removes a second factor whose owner has lost it, and ends every session.
 * @throws `member-not-found`, `second-factor-off`, `member-conflict`
 */
export async function resetSecondFactor(
  deps: Runtime & Pick<SecondFactorDeps, 'table' | 'members' | 'secondFactors' | 'mailQueue' | 'audit'>,
  action: AdminAction,
): Promise<void> {
  const member = await loadMemberForAction(deps, action);
  const factor = await deps.secondFactors.findSecondFactor(member.uid);
  if (!factor) throw new DomainError('second-factor-off');
  const failed = await deps.table.commit([
    deps.members.raiseEpochWrite(member),
    ...deps.secondFactors.removeWrites(factor),
    ...deps.mailQueue.enqueueWrites(secondFactorResetMail(deps, member)),
    ...deps.audit.entryWrites(auditEntryFor(deps, action, 'reset-second-factor')),
  ]);
  if (failed.length > 0) throw new DomainError('member-conflict');
}
