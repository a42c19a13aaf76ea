import { createAccountEntry, logAccountEntry } from '../audit/audit.ts';
import { auditEntryWrites } from '../audit/repository.ts';
import { enforceLimit } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import { enqueueMailWrites } from '../mail/transactional/enqueue-repository.ts';
import { recoveryCodeUsedMail } from '../mail/transactional/messages/login.ts';
import type { Member } from '../members/member.ts';
import type { SecondFactorContext } from '../members/require-second-factor.ts';
import type { SecondFactor } from '../members/second-factor.ts';
import { acceptTimeStep, setRecoveryCodesWrite } from '../members/second-factor-repository.ts';
import type { CallSource } from '../platform/runtime.ts';

export interface AcceptedCode {
  /** Present if it was a recovery code. */
  recoveryCodesLeft?: number;
}

/**
 * Accepts a code of the member's second factor, each code once; undefined if it is wrong or was used before. The caller
 * has counted the attempt.
 */
export const acceptCode = (
  context: SecondFactorContext,
  member: Member,
  factor: SecondFactor,
  code: string,
  source: CallSource,
): Promise<AcceptedCode | undefined> =>
  /^\d{6}$/.test(code)
    ? acceptTotp(context, factor, code)
    : acceptRecoveryCode(context, member, factor, code, source);

async function acceptTotp(
  context: SecondFactorContext,
  factor: SecondFactor,
  code: string,
): Promise<AcceptedCode | undefined> {
  const secret = context.secondFactorKeys.open(factor.uid, factor.sealedSecret);
  const timeStep = await context.totp.matchingTimeStep(secret, code, context.now(), factor.lastTimeStep);
  if (timeStep === undefined) return undefined;
  return (await acceptTimeStep(context, factor, timeStep)) ? {} : undefined;
}

async function acceptRecoveryCode(
  context: SecondFactorContext,
  member: Member,
  factor: SecondFactor,
  code: string,
  source: CallSource,
): Promise<AcceptedCode | undefined> {
  const hash = context.secondFactorKeys.hashRecoveryCode(factor.uid, code);
  const left = factor.recoveryCodeHashes.filter((each) => each !== hash);
  if (left.length === factor.recoveryCodeHashes.length) return undefined;
  await enforceLimit(context, limitRules.emails, ['recovery-code', member.uid]);
  const recoveryCodesLeft = left.length;
  const entry = createAccountEntry(context, source, {
    action: 'use-recovery-code',
    uid: member.uid,
    details: { recoveryCodesLeft: String(recoveryCodesLeft) },
  });
  const failed = await context.table.commit([
    setRecoveryCodesWrite(factor, left),
    ...enqueueMailWrites(recoveryCodeUsedMail(context, member, recoveryCodesLeft)),
    ...auditEntryWrites(entry),
  ]);
  if (failed.length > 0) return undefined;
  logAccountEntry(context, entry);
  return { recoveryCodesLeft };
}
