import { Refusal } from '../refusal.ts';
import type { Caller } from '../sessions/authenticate.ts';
import { isRequiredOf, type SecondFactorNeeds } from './second-factor.ts';

/** How long a second factor that was given is recent enough for the calls that ask for it again. */
const FRESH_MILLISECONDS = 15 * 60_000;

type Needs = Pick<SecondFactorNeeds, 'clock' | 'secondFactors' | 'secondFactorPolicy'>;
type Missing = 'second-factor-missing' | 'second-factor-stale';

/** What the caller must do before an administrator's calls are open to them; undefined where that is nothing. */
export async function missingOfAdministrator(needs: Needs, caller: Caller): Promise<Missing | undefined> {
  if (!isRequiredOf(needs, caller.member) || caller.session.secondFactorAt !== undefined) return undefined;
  const factor = await needs.secondFactors.find(caller.member.uid);
  return factor ? 'second-factor-stale' : 'second-factor-missing';
}

/** Lets administrators without a second factor reach their own pages alone, where they must have one. */
export async function admitAdministrator(needs: Needs, caller: Caller): Promise<void> {
  const missing = await missingOfAdministrator(needs, caller);
  if (missing) throw new Refusal(missing);
}

/** Refuses with `second-factor-stale` callers who have a second factor and did not give it in the last 15 minutes. */
export async function requireFreshSecondFactor(needs: Needs, caller: Caller): Promise<void> {
  const givenAt = Date.parse(caller.session.secondFactorAt ?? '');
  if (needs.clock().getTime() - givenAt < FRESH_MILLISECONDS) return;
  const factor = await needs.secondFactors.find(caller.member.uid);
  if (factor) throw new Refusal('second-factor-stale');
  if (isRequiredOf(needs, caller.member)) throw new Refusal('second-factor-missing');
}
