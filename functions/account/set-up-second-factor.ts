import type { AccountAction } from '#shared/audit-choices';
import { type AdminAction, auditEntryFor, createAccountEntry, logAccountEntry } from '../audit/audit.ts';
import { auditEntryWrites } from '../audit/repository.ts';
import { claimAttempt, enforceLimit } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import { clearAttempts } from '../limits/repository.ts';
import { enqueueMailWrites } from '../mail/transactional/enqueue-repository.ts';
import type { TransactionalMail } from '../mail/transactional/mail.ts';
import {
  recoveryCodesRenewedMail,
  secondFactorOffMail,
  secondFactorOnMail,
  secondFactorResetMail,
} from '../mail/transactional/messages/login.ts';
import type { Caller, Member } from '../members/member.ts';
import { loadMemberForAction } from '../members/members.ts';
import { raiseEpochWrite } from '../members/repository.ts';
import { isSecondFactorRequired, type SecondFactorContext } from '../members/require-second-factor.ts';
import { createRecoveryCodes, formatRecoveryCode, type SecondFactor } from '../members/second-factor.ts';
import {
  findSecondFactor,
  findSecondFactorSetup,
  finishSecondFactorSetupWrites,
  putSecondFactorSetup,
  removeSecondFactorWrites,
  setRecoveryCodesWrite,
} from '../members/second-factor-repository.ts';
import type { Context } from '../platform/context.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { TableWrite } from '../platform/table/table.ts';
import { DomainError } from '../shared/domain-error.ts';
import { isInLifetime } from '../shared/recent.ts';
import { acceptCode } from './accept-second-factor.ts';
import { confirmPassword } from './change-password.ts';
import { endOtherSessions } from './devices.ts';
import { setSessionSecondFactorAt } from './session-repository.ts';

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
  context: SecondFactorContext,
  member: Member,
): Promise<{ enrolledAt: string | null; recoveryCodesLeft: number; isRequired: boolean }> {
  const factor = await findSecondFactor(context, member.uid);
  return {
    enrolledAt: factor?.enrolledAt ?? null,
    recoveryCodesLeft: factor?.recoveryCodeHashes.length ?? 0,
    isRequired: isSecondFactorRequired(context, member),
  };
}

/**
 * Asks once more who a signed-in person is: for the password and, if there is a second factor, one of its codes.
 * @throws `password-wrong`, `code-invalid`, `too-many-attempts`
 */
export async function confirmIdentity(
  context: SecondFactorContext,
  caller: Caller,
  { password, code = '' }: IdentityProof,
): Promise<void> {
  const { member } = caller;
  await confirmPassword(context, member, password);
  const factor = await findSecondFactor(context, member.uid);
  if (factor) await checkCode(context, caller, factor, code);
}

/** Begins a setup. Requires the password and, if there is a second factor already, one of its codes. */
export async function beginSetup(
  context: SecondFactorContext,
  caller: Caller,
  given: IdentityProof,
): Promise<{ secret: string; uri: string }> {
  const { member } = caller;
  await confirmIdentity(context, caller, given);
  await enforceLimit(context, limitRules.rareEmails, ['second-factor', member.uid]);
  const secret = context.randomBytes(SECRET_BYTES);
  await putSecondFactorSetup(context, {
    uid: member.uid,
    sealedSecret: context.secondFactorKeys.seal(member.uid, secret),
    expiresAt: new Date(context.now().getTime() + SETUP_MS).toISOString(),
  });
  return context.totp.createSetup(secret, member.username);
}

/**
 * Turns the second factor on with a code of the app. Resolves to the recovery codes, which are never shown again.
 * @throws `second-factor-setup-ended`, `code-invalid`, `too-many-attempts`
 */
export async function finishSetup(
  context: SecondFactorContext,
  caller: Caller,
  code: string,
): Promise<string[]> {
  const { member, session } = caller;
  const now = context.now();
  const setup = await findSecondFactorSetup(context, member.uid);
  if (!setup || !isInLifetime(Date.parse(setup.expiresAt), now, SETUP_MS))
    throw new DomainError('second-factor-setup-ended');
  await claimAttempt(context, 'second-factor', member.uid);
  const secret = context.secondFactorKeys.open(member.uid, setup.sealedSecret);
  const lastTimeStep = await context.totp.matchingTimeStep(secret, code, now, NO_TIME_STEP);
  if (lastTimeStep === undefined) throw new DomainError('code-invalid');
  await clearAttempts(context, 'second-factor', member.uid);
  const { codes, hashes } = createHashedCodes(context, member);
  const { uid, sealedSecret } = setup;
  const factor: SecondFactor = {
    kind: 'totp',
    uid,
    sealedSecret,
    lastTimeStep,
    recoveryCodeHashes: hashes,
    enrolledAt: now.toISOString(),
  };
  const writes = finishSecondFactorSetupWrites(setup, factor);
  const mail = secondFactorOnMail(context, member);
  if (!(await commitChange(context, caller, 'set-up-second-factor', mail, writes)))
    throw new DomainError('second-factor-setup-ended');
  await setSessionSecondFactorAt(context, session, now);
  return codes;
}

/** Resolves to new recovery codes; the old ones stop working. */
export async function renewRecoveryCodes(
  context: SecondFactorContext,
  caller: Caller,
  { password, code }: IdentityProof & { code: string },
): Promise<string[]> {
  const { member } = caller;
  await confirmPassword(context, member, password);
  await checkCode(context, caller, await findFactorOrThrow(context, member), code);
  await enforceLimit(context, limitRules.rareEmails, ['second-factor', member.uid]);
  // Read again: the code may have been a recovery code, which is used up now.
  const factor = await findFactorOrThrow(context, member);
  const { codes, hashes } = createHashedCodes(context, member);
  const writes = [setRecoveryCodesWrite(factor, hashes)];
  const mail = recoveryCodesRenewedMail(context, member);
  if (!(await commitChange(context, caller, 'renew-recovery-codes', mail, writes)))
    throw new DomainError('profile-conflict');
  return codes;
}

/** Turns it off and ends every other session. @throws `second-factor-required` for members who must have one */
export async function removeSecondFactor(
  context: SecondFactorContext,
  caller: Caller,
  { password, code }: IdentityProof & { code: string },
): Promise<void> {
  const { member, session } = caller;
  if (isSecondFactorRequired(context, member)) throw new DomainError('second-factor-required');
  await confirmPassword(context, member, password);
  const factor = await findFactorOrThrow(context, member);
  await checkCode(context, caller, factor, code);
  // Before the factor is removed: if this fails, the member can call again, which needs the factor.
  await endOtherSessions(context, caller);
  const writes = removeSecondFactorWrites(factor);
  const mail = secondFactorOffMail(context, member);
  if (!(await commitChange(context, caller, 'remove-second-factor', mail, writes)))
    throw new DomainError('second-factor-off');
  await setSessionSecondFactorAt(context, session, null);
}

/** Accepts a code from a signed-in member, for the calls that need a recent second factor. */
export async function giveSecondFactor(
  context: SecondFactorContext,
  caller: Caller,
  code: string,
): Promise<void> {
  const { member, session } = caller;
  await checkCode(context, caller, await findFactorOrThrow(context, member), code);
  await setSessionSecondFactorAt(context, session, context.now());
}

async function findFactorOrThrow(context: SecondFactorContext, { uid }: Member): Promise<SecondFactor> {
  const factor = await findSecondFactor(context, uid);
  if (!factor) throw new DomainError('second-factor-off');
  return factor;
}

/** Counts the attempt before any comparison; guesses are limited wherever they come from. */
async function checkCode(
  context: SecondFactorContext,
  { member, source }: Caller,
  factor: SecondFactor,
  code: string,
): Promise<void> {
  await claimAttempt(context, 'second-factor', member.uid);
  if (!(await acceptCode(context, member, factor, code, source))) throw new DomainError('code-invalid');
  await clearAttempts(context, 'second-factor', member.uid);
}

function createHashedCodes(
  context: SecondFactorContext,
  { uid }: Member,
): { codes: string[]; hashes: string[] } {
  const codes = createRecoveryCodes(context);
  return {
    codes: codes.map(formatRecoveryCode),
    hashes: codes.map((code) => context.secondFactorKeys.hashRecoveryCode(uid, code)),
  };
}

/** Commits a change with its mail and its audit entry; false if a row is no longer what was read. */
async function commitChange(
  context: SecondFactorContext,
  { member, source }: Caller,
  action: AccountAction,
  mail: TransactionalMail,
  writes: TableWrite[],
): Promise<boolean> {
  const entry = createAccountEntry(context, source, { action, uid: member.uid });
  const failed = await context.table.commit([
    ...writes,
    ...enqueueMailWrites(mail),
    ...auditEntryWrites(entry),
  ]);
  if (failed.length > 0) return false;
  logAccountEntry(context, entry);
  return true;
}

/**
 * Only for the operator's command line: removes a second factor whose owner has lost it, and ends every session.
 * @throws `member-not-found`, `second-factor-off`, `member-conflict`
 */
export async function resetSecondFactor(
  context: Runtime & Pick<Context, 'table'>,
  action: AdminAction,
): Promise<void> {
  const member = await loadMemberForAction(context, action);
  const factor = await findSecondFactor(context, member.uid);
  if (!factor) throw new DomainError('second-factor-off');
  const failed = await context.table.commit([
    raiseEpochWrite(member),
    ...removeSecondFactorWrites(factor),
    ...enqueueMailWrites(secondFactorResetMail(context, member)),
    ...auditEntryWrites(auditEntryFor(context, action, 'reset-second-factor')),
  ]);
  if (failed.length > 0) throw new DomainError('member-conflict');
}
