import { accountEntry, type CallSource, logAccountEntry } from '../audit/account-entry.ts';
import { type Limits, limitRules, withinLimit } from '../limits/limits.ts';
import type { Member } from '../members/member.ts';
import { recoveryCodeUsedMail } from './notices.ts';
import type { SecondFactor, SecondFactorNeeds } from './second-factor.ts';

type AcceptDeps = SecondFactorNeeds & { limits: Limits };

export interface AcceptedCode {
  /** Where it was a recovery code. */
  recoveryCodesLeft?: number;
}

/**
 * Accepts a code of the member's second factor, each code once; undefined where it is wrong or was used before. The
 * caller has counted the attempt.
 */
export const acceptCode = (
  needs: AcceptDeps,
  member: Member,
  factor: SecondFactor,
  code: string,
  source: CallSource,
): Promise<AcceptedCode | undefined> =>
  /^\d{6}$/.test(code)
    ? acceptTotp(needs, factor, code)
    : acceptRecoveryCode(needs, member, factor, code, source);

async function acceptTotp(
  { totp, secondFactorKeys, secondFactors, clock }: SecondFactorNeeds,
  factor: SecondFactor,
  code: string,
): Promise<AcceptedCode | undefined> {
  const secret = secondFactorKeys.open(factor.uid, factor.sealedSecret);
  const timeStep = await totp.matchingTimeStep(secret, code, clock(), factor.lastTimeStep);
  if (timeStep === undefined) return undefined;
  return (await secondFactors.acceptTimeStep(factor, timeStep)) ? {} : undefined;
}

async function acceptRecoveryCode(
  needs: AcceptDeps,
  member: Member,
  factor: SecondFactor,
  code: string,
  source: CallSource,
): Promise<AcceptedCode | undefined> {
  const hash = needs.secondFactorKeys.hashRecoveryCode(factor.uid, code);
  const left = factor.recoveryCodeHashes.filter((each) => each !== hash);
  if (left.length === factor.recoveryCodeHashes.length) return undefined;
  await withinLimit(needs, limitRules.recoveryCodeUses, member.uid);
  const recoveryCodesLeft = left.length;
  const entry = accountEntry(needs, source, {
    action: 'use-recovery-code',
    uid: member.uid,
    details: { recoveryCodesLeft: String(recoveryCodesLeft) },
  });
  const notice = recoveryCodeUsedMail(needs, member, recoveryCodesLeft);
  if (!(await needs.secondFactors.setRecoveryCodes(factor, left, { notice, entry }))) return undefined;
  logAccountEntry(needs, entry);
  return { recoveryCodesLeft };
}
