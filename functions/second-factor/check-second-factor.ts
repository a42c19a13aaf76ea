import type { SecondFactorPolicy } from '#shared/choices';
import { createAccountEntry, logAccountEntry } from '../audit/audit.ts';
import { enforceLimit } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import { recoveryCodeUsedMail } from '../mail/transactional/messages/login.ts';
import type { Caller, Member } from '../members/member.ts';
import type { MembersDeps } from '../members/members.ts';
import type { CallSource } from '../platform/runtime.ts';
import type { SecondFactorKeys, Totp } from '../platform/second-factor.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { SecondFactors } from './repository.ts';
import type { SecondFactor } from './second-factor.ts';

export interface SecondFactorDeps extends MembersDeps {
  secondFactors: SecondFactors;
  totp: Totp;
  secondFactorKeys: SecondFactorKeys;
  secondFactorPolicy: SecondFactorPolicy;
}

/** How long a given second factor counts as recent. */
const FRESH_MS = 15 * 60_000;

type Missing = 'second-factor-missing' | 'second-factor-stale';

export const isSecondFactorRequired = (
  { secondFactorPolicy }: Pick<SecondFactorDeps, 'secondFactorPolicy'>,
  { role }: Pick<Member, 'role'>,
): boolean => secondFactorPolicy === 'required' && role === 'administrator';

/** What the caller must do before administrators' calls are allowed; undefined for nothing. */
export async function findMissingSecondFactor(
  deps: Pick<SecondFactorDeps, 'now' | 'secondFactors' | 'secondFactorPolicy'>,
  { member, session }: Caller,
): Promise<Missing | undefined> {
  if (!isSecondFactorRequired(deps, member) || session.secondFactorAt !== undefined) return undefined;
  const factor = await deps.secondFactors.findSecondFactor(member.uid);
  return factor ? 'second-factor-stale' : 'second-factor-missing';
}

/**
 * Administrators who must have a second factor and did not give it can only use their own pages.
 * @throws `forbidden`, `second-factor-missing`, `second-factor-stale`
 */
export async function requireAdministrator(
  deps: Pick<SecondFactorDeps, 'now' | 'secondFactors' | 'secondFactorPolicy'>,
  caller: Caller,
): Promise<void> {
  if (caller.member.role !== 'administrator') throw new DomainError('forbidden');
  const missing = await findMissingSecondFactor(deps, caller);
  if (missing) throw new DomainError(missing);
}

/**
 * Callers who have or must have a second factor need to have given it in the last 15 minutes.
 * @throws `second-factor-missing`, `second-factor-stale`
 */
export async function requireFreshSecondFactor(
  deps: Pick<SecondFactorDeps, 'now' | 'secondFactors' | 'secondFactorPolicy'>,
  caller: Caller,
): Promise<void> {
  const givenAt = Date.parse(caller.session.secondFactorAt ?? '');
  if (deps.now().getTime() - givenAt < FRESH_MS) return;
  const factor = await deps.secondFactors.findSecondFactor(caller.member.uid);
  if (factor) throw new DomainError('second-factor-stale');
  if (isSecondFactorRequired(deps, caller.member)) throw new DomainError('second-factor-missing');
}

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
