import type { Caller } from '../members/member.ts';
import { DomainError } from '../shared/domain-error.ts';
import { isRequiredOf, type SecondFactorDeps } from './second-factor.ts';

/** How long a second factor that was given is recent enough for the calls that ask for it again. */
const FRESH_MILLISECONDS = 15 * 60_000;

type Deps = Pick<SecondFactorDeps, 'now' | 'secondFactors' | 'secondFactorPolicy'>;
type Missing = 'second-factor-missing' | 'second-factor-stale';

/** What the caller must do before an administrator's calls are open to them; undefined where that is nothing. */
export async function missingOfAdministrator(deps: Deps, caller: Caller): Promise<Missing | undefined> {
  if (!isRequiredOf(deps, caller.member) || caller.session.secondFactorAt !== undefined) return undefined;
  const factor = await deps.secondFactors.find(caller.member.uid);
  return factor ? 'second-factor-stale' : 'second-factor-missing';
}

/** Lets administrators without a second factor reach their own pages alone, where they must have one. */
export async function admitAdministrator(deps: Deps, caller: Caller): Promise<void> {
  const missing = await missingOfAdministrator(deps, caller);
  if (missing) throw new DomainError(missing);
}

/** Refuses with `second-factor-stale` callers who have a second factor and did not give it in the last 15 minutes. */
export async function requireFreshSecondFactor(deps: Deps, caller: Caller): Promise<void> {
  const givenAt = Date.parse(caller.session.secondFactorAt ?? '');
  if (deps.now().getTime() - givenAt < FRESH_MILLISECONDS) return;
  const factor = await deps.secondFactors.find(caller.member.uid);
  if (factor) throw new DomainError('second-factor-stale');
  if (isRequiredOf(deps, caller.member)) throw new DomainError('second-factor-missing');
}
