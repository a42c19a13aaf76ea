import { accountEntry, logAccountEntry } from '../audit/account-entry.ts';
import { type Limits, limitRules, withinLimit } from '../limits/limits.ts';
import { recoveryCodeUsedMail } from '../mail/transactional/messages.ts';
import type { Member } from '../members/member.ts';
import type { CallSource } from '../platform/runtime.ts';
import type { SecondFactor, SecondFactorDeps } from './second-factor.ts';

type AcceptDeps = SecondFactorDeps & { limits: Limits };

export interface AcceptedCode {
  /** Where it was a recovery code. */
  recoveryCodesLeft?: number;
}

/**
 * Accepts a code of the member's second factor, each code once; undefined where it is wrong or was used before. The
 * caller has counted the attempt.
 */
export const acceptCode = (
  deps: AcceptDeps,
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
  deps: AcceptDeps,
  member: Member,
  factor: SecondFactor,
  code: string,
  source: CallSource,
): Promise<AcceptedCode | undefined> {
  const hash = deps.secondFactorKeys.hashRecoveryCode(factor.uid, code);
  const left = factor.recoveryCodeHashes.filter((each) => each !== hash);
  if (left.length === factor.recoveryCodeHashes.length) return undefined;
  await withinLimit(deps, limitRules.recoveryCodeUses, member.uid);
  const recoveryCodesLeft = left.length;
  const entry = accountEntry(deps, source, {
    action: 'use-recovery-code',
    uid: member.uid,
    details: { recoveryCodesLeft: String(recoveryCodesLeft) },
  });
  const notice = recoveryCodeUsedMail(deps, member, recoveryCodesLeft);
  if (!(await deps.secondFactors.setRecoveryCodes(factor, left, { notice, entry }))) return undefined;
  logAccountEntry(deps, entry);
  return { recoveryCodesLeft };
}
