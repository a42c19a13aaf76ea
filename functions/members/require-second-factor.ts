import type { Context } from '../platform/context.ts';
import { DomainError } from '../shared/domain-error.ts';
import { isRecent } from '../shared/recent.ts';
import type { Caller, Member } from './member.ts';
import { findSecondFactor } from './second-factor-repository.ts';

/** How long a given second factor counts as recent. */
const FRESH_MS = 15 * 60_000;

type Missing = 'second-factor-missing' | 'second-factor-stale';

export const isSecondFactorRequired = (
  { secondFactorPolicy }: Pick<Context, 'secondFactorPolicy'>,
  { role }: Pick<Member, 'role'>,
): boolean => secondFactorPolicy === 'required' && role === 'administrator';

/** What the caller must do before administrators' calls are allowed; undefined for nothing. */
export async function findMissingSecondFactor(
  context: Pick<Context, 'table' | 'secondFactorPolicy'>,
  { member, session }: Caller,
): Promise<Missing | undefined> {
  if (!isSecondFactorRequired(context, member) || session.secondFactorAt !== undefined) return undefined;
  const factor = await findSecondFactor(context, member.uid);
  return factor ? 'second-factor-stale' : 'second-factor-missing';
}

/**
 * Administrators who must have a second factor and did not give it can only use their own pages.
 * @throws `forbidden`, `second-factor-missing`, `second-factor-stale`
 */
export async function requireAdministrator(
  context: Pick<Context, 'table' | 'secondFactorPolicy'>,
  caller: Caller,
): Promise<void> {
  if (caller.member.role !== 'administrator') throw new DomainError('forbidden');
  const missing = await findMissingSecondFactor(context, caller);
  if (missing) throw new DomainError(missing);
}

/**
 * Callers who have or must have a second factor need to have given it in the last 15 minutes.
 * @throws `second-factor-missing`, `second-factor-stale`
 */
export async function requireFreshSecondFactor(
  context: Pick<Context, 'now' | 'table' | 'secondFactorPolicy'>,
  caller: Caller,
): Promise<void> {
  if (isRecent(Date.parse(caller.session.secondFactorAt ?? ''), context.now(), FRESH_MS)) return;
  const factor = await findSecondFactor(context, caller.member.uid);
  if (factor) throw new DomainError('second-factor-stale');
  if (isSecondFactorRequired(context, caller.member)) throw new DomainError('second-factor-missing');
}
