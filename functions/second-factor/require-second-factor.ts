import type { SecondFactorPolicy } from '#shared/choices';
import type { Caller, Member } from '../members/member.ts';
import type { MembersDeps } from '../members/members.ts';
import type { SecondFactorKeys } from '../platform/second-factor-keys.ts';
import type { Totp } from '../platform/totp.ts';
import { DomainError } from '../shared/domain-error.ts';
import { isRecent } from '../shared/recent.ts';
import type { SecondFactors } from './repository.ts';

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
  if (isRecent(Date.parse(caller.session.secondFactorAt ?? ''), deps.now(), FRESH_MS)) return;
  const factor = await deps.secondFactors.findSecondFactor(caller.member.uid);
  if (factor) throw new DomainError('second-factor-stale');
  if (isSecondFactorRequired(deps, caller.member)) throw new DomainError('second-factor-missing');
}
