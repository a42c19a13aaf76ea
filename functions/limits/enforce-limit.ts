import type { Runtime } from '../platform/runtime.ts';
import { DomainError } from '../shared/domain-error.ts';
import {
  type AttemptKind,
  type Attempts,
  type CountingRule,
  currentWindow,
  type LimitWindow,
  limitRules,
  registerAttempt,
  type Subject,
} from './limits.ts';
import type { Limits } from './repository.ts';

export interface LimitsDeps extends Pick<Runtime, 'now' | 'log'> {
  limits: Limits;
}

/** Takes a count back, as where what was counted turned out to be right. */
export type UndoCount = () => Promise<void>;

/** Counts `by`. @throws `too-many-attempts` for the first over the rule's number. */
export async function enforceLimit(
  deps: LimitsDeps,
  rule: CountingRule,
  subject: Subject,
  by = 1,
): Promise<UndoCount> {
  const now = deps.now();
  const window = currentWindow(rule, now);
  const count = (more: number) => deps.limits.increment(rule.name, subject, window, more);
  try {
    if ((await count(by)) <= rule.max) return async () => void (await count(-by));
    // Many at once that were denied leave the rest of the window to fewer.
    if (by > 1) await count(-by);
  } catch (cause) {
    if (rule.onError === 'deny') throw cause;
    deps.log({ level: 'error', event: 'limit-unavailable', rule: rule.name, cause });
    return async () => {};
  }
  throw new DomainError('too-many-attempts', { retryAfterSeconds: secondsUntil(window.endsAt, now) });
}

const secondsUntil = (instant: Date, now: Date): number =>
  Math.ceil((instant.getTime() - now.getTime()) / 1000);

/** Claims of one row at the same moment, of which each must see the one before. */
const MAX_TRIES = 20;

/** Counts one attempt before anything is checked. @throws `too-many-attempts`. `find` resolves to the row as it is. */
export async function claimAttempt(
  { limits, now }: Pick<LimitsDeps, 'now' | 'limits'>,
  kind: AttemptKind,
  subject: Subject,
  find: () => Promise<Attempts | undefined> = () => limits.findAttempts(kind, subject),
): Promise<void> {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const previous = await find();
    const result = registerAttempt(previous, now().getTime());
    if ('waitMs' in result)
      throw new DomainError('too-many-attempts', { retryAfterSeconds: Math.ceil(result.waitMs / 1000) });
    if (await limits.replaceAttempts(kind, subject, previous, result.claimed)) return;
  }
  throw new DomainError('too-many-attempts', { retryAfterSeconds: 60 });
}

/**
 * Counts one login from this network to this account before the password is checked. A network from which somebody has
 * logged in to the account has an allowance of its own: neither failures from elsewhere nor those at other accounts close it.
 * @throws `too-many-attempts`, `account-guarded`
 */
export async function claimSignInAttempt(
  deps: LimitsDeps,
  account: string,
  network: string,
): Promise<{ isKnownNetwork: boolean; undo: UndoCount }> {
  const { accountFailures, failedSignIns } = limitRules;
  const now = deps.now();
  const window = currentWindow(accountFailures, now);
  let isKnownNetwork = false;
  await claimAttempt(deps, 'sign-in', [account, network], async () => {
    const history = await deps.limits.findSignInHistory(account, network, window);
    isKnownNetwork = history.isKnownNetwork;
    if (!isKnownNetwork && history.failures >= accountFailures.max)
      throw new DomainError('account-guarded', { retryAfterSeconds: secondsUntil(window.endsAt, now) });
    return history.attempts;
  });
  const undo = isKnownNetwork ? async () => {} : await enforceLimit(deps, failedSignIns, network);
  return { isKnownNetwork, undo };
}

/** The window in which an account's failures count now. */
export const failuresWindow = ({ now }: Pick<LimitsDeps, 'now'>): LimitWindow =>
  currentWindow(limitRules.accountFailures, now());

/** Counts a failure against the account, whether it exists or not. */
export async function countFailure(deps: Pick<LimitsDeps, 'now' | 'limits'>, account: string): Promise<void> {
  await deps.limits.increment(limitRules.accountFailures.name, account, failuresWindow(deps), 1);
}

/** After a right password or code: the account is open to all again, and to this network whatever strangers do. */
export const recordSuccess = (
  deps: Pick<LimitsDeps, 'now' | 'limits'>,
  account: string,
  network: string,
): Promise<void> => deps.limits.recordSuccess(account, network, failuresWindow(deps), deps.now());
