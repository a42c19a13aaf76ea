import type { Context } from '../platform/context.ts';
import { DomainError } from '../shared/domain-error.ts';
import {
  type AttemptKind,
  type CountingRule,
  currentWindow,
  limitRules,
  registerAttempt,
  type Subject,
} from './limits.ts';
import {
  findAttempts,
  giveBack,
  incrementCounter,
  replaceAttempts,
  type SignInHistory,
} from './repository.ts';

export type LimitsContext = Pick<Context, 'table' | 'now'>;

/** Adds `by` to the count. @throws `too-many-attempts` above the rule's maximum */
export async function enforceLimit(
  context: LimitsContext,
  rule: CountingRule,
  subject: Subject,
  by = 1,
): Promise<void> {
  const count = await incrementCounter(context, rule, subject, by);
  if (count <= rule.max) return;
  // A denied batch is taken back: the rest of the window stays open to smaller ones.
  if (by > 1) await giveBack(context, rule, subject, by);
  throw new DomainError('too-many-attempts', { retryAfterSeconds: secondsLeft(context, rule) });
}

/** Until the rule's window ends. */
const secondsLeft = ({ now }: LimitsContext, rule: CountingRule): number =>
  Math.ceil((currentWindow(rule, now()).endsAt.getTime() - now().getTime()) / 1000);

/** Each claim that collides with another one at the same moment is tried again. */
const MAX_TRIES = 20;

/** Counts one attempt before anything is checked. @throws `too-many-attempts` */
export async function claimAttempt(
  context: LimitsContext,
  kind: AttemptKind,
  subject: Subject,
): Promise<void> {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const previous = await findAttempts(context, kind, subject);
    const result = registerAttempt(previous, context.now().getTime());
    if ('waitMs' in result)
      throw new DomainError('too-many-attempts', { retryAfterSeconds: Math.ceil(result.waitMs / 1000) });
    if (await replaceAttempts(context, kind, subject, previous, result.claimed)) return;
  }
  throw new DomainError('too-many-attempts', { retryAfterSeconds: 60 });
}

/**
 * Counts one login from this network to this account before the password is checked. A network from which somebody has
 * logged in to the account before has its own allowance: failures from elsewhere or at other accounts do not use it up.
 * @throws `too-many-attempts`, `account-guarded`
 */
export async function claimSignInAttempt(
  context: LimitsContext,
  account: string,
  network: string,
  { failures, isKnownNetwork }: SignInHistory,
): Promise<void> {
  const { accountFailures, tries } = limitRules;
  if (!isKnownNetwork && failures >= accountFailures.max)
    throw new DomainError('account-guarded', { retryAfterSeconds: secondsLeft(context, accountFailures) });
  await claimAttempt(context, 'sign-in', [account, network]);
  if (!isKnownNetwork) await enforceLimit(context, tries, ['sign-in', network]);
}

/** After a right password: the login was no guess. */
export async function giveBackSignInAttempt(
  context: LimitsContext,
  network: string,
  { isKnownNetwork }: SignInHistory,
): Promise<void> {
  if (!isKnownNetwork) await giveBack(context, limitRules.tries, ['sign-in', network]);
}

/** Counts a failure against the account, whether it exists or not. */
export async function countFailure(context: LimitsContext, account: string): Promise<void> {
  await incrementCounter(context, limitRules.accountFailures, account);
}
