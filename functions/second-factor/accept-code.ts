import { createAccountEntry, logAccountEntry } from '../audit/audit.ts';
import { enforceLimit } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import { recoveryCodeUsedMail } from '../mail/transactional/messages/login.ts';
import type { Member } from '../members/member.ts';
import type { CallSource } from '../platform/runtime.ts';
import type { SecondFactorDeps } from './require-second-factor.ts';
import type { SecondFactor } from './second-factor.ts';

export interface AcceptedCode {
  /** Present if it was a recovery code. */
  recoveryCodesLeft?: number;
}

/**
 * Accepts a code of the member's second factor, each code once; undefined if it is wrong or was used before. The caller
 * has counted the attempt.
 */
export const acceptCode = (
  deps: SecondFactorDeps,
  member: Member,
  factor: SecondFactor,
  code: string,
  source: CallSource,
): Promise<AcceptedCode | undefined> =>
  /^\d{6}$/.test(code)
    ? acceptTotp(deps, factor, code)
    : acceptRecoveryCode(deps, member, factor, code, source);

async function acceptTotp(
  { totp, secondFactorKeys, secondFactors, now }: SecondFactorDeps,
  factor: SecondFactor,
  code: string,
): Promise<AcceptedCode | undefined> {
  const secret = secondFactorKeys.open(factor.uid, factor.sealedSecret);
  const timeStep = await totp.matchingTimeStep(secret, code, now(), factor.lastTimeStep);
  if (timeStep === undefined) return undefined;
  return (await secondFactors.acceptTimeStep(factor, timeStep)) ? {} : undefined;
}

async function acceptRecoveryCode(
  deps: SecondFactorDeps,
  member: Member,
  factor: SecondFactor,
  code: string,
  source: CallSource,
): Promise<AcceptedCode | undefined> {
  const hash = deps.secondFactorKeys.hashRecoveryCode(factor.uid, code);
  const left = factor.recoveryCodeHashes.filter((each) => each !== hash);
  if (left.length === factor.recoveryCodeHashes.length) return undefined;
  await enforceLimit(deps, limitRules.recoveryCodeUses, member.uid);
  const recoveryCodesLeft = left.length;
  const entry = createAccountEntry(deps, source, {
    action: 'use-recovery-code',
    uid: member.uid,
    details: { recoveryCodesLeft: String(recoveryCodesLeft) },
  });
  const failed = await deps.table.commit([
    deps.secondFactors.setRecoveryCodesWrite(factor, left),
    ...deps.mailQueue.enqueueWrites(recoveryCodeUsedMail(deps, member, recoveryCodesLeft)),
    ...deps.audit.entryWrites(entry),
  ]);
  if (failed.length > 0) return undefined;
  logAccountEntry(deps, entry);
  return { recoveryCodesLeft };
}
