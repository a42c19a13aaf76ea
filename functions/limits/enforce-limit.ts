import type { Context } from '../platform/context.ts';
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
import {
  findAttempts,
  findSignInHistory,
  incrementCounter,
  replaceAttempts,
  writeSuccess,
} from './repository.ts';

export type LimitsContext = Pick<Context, 'table' | 'now' | 'randomBytes' | 'sleep' | 'log'>;

/** Takes a count back, for an attempt that turned out to be right. */
export type UndoCount = () => Promise<void>;

/** Adds `by` to the count. @throws `too-many-attempts` above the rule's maximum */
export async function enforceLimit(
  context: LimitsContext,
  rule: CountingRule,
  subject: Subject,
  by = 1,
): Promise<UndoCount> {
  const now = context.now();
  const window = currentWindow(rule, now);
  const count = (more: number) => incrementCounter(context, rule.name, subject, window, more);
  try {
    if ((await count(by)) <= rule.max) return async () => void (await count(-by));
    // A denied batch is taken back: the rest of the window stays open to smaller ones.
    if (by > 1) await count(-by);
  } catch (cause) {
    if (rule.onError === 'deny') throw cause;
    context.log({ level: 'error', event: 'limit-unavailable', rule: rule.name, cause });
    return async () => {};
  }
  throw new DomainError('too-many-attempts', { retryAfterSeconds: secondsUntil(window.endsAt, now) });
}

const secondsUntil = (instant: Date, now: Date): number =>
  Math.ceil((instant.getTime() - now.getTime()) / 1000);

/** Each claim that collides with another one at the same moment is tried again. */
const MAX_TRIES = 20;

/** Counts one attempt before anything is checked; `find` resolves to the current row. @throws `too-many-attempts` */
export async function claimAttempt(
  context: LimitsContext,
  kind: AttemptKind,
  subject: Subject,
  find: () => Promise<Attempts | undefined> = () => findAttempts(context, kind, subject),
): Promise<void> {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const previous = await find();
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
): Promise<{ isKnownNetwork: boolean; undo: UndoCount }> {
  const { accountFailures, failedSignIns } = limitRules;
  const now = context.now();
  const window = currentWindow(accountFailures, now);
  let isKnownNetwork = false;
  await claimAttempt(context, 'sign-in', [account, network], async () => {
    const history = await findSignInHistory(context, account, network, window);
    isKnownNetwork = history.isKnownNetwork;
    if (!isKnownNetwork && history.failures >= accountFailures.max)
      throw new DomainError('account-guarded', { retryAfterSeconds: secondsUntil(window.endsAt, now) });
    return history.attempts;
  });
  const undo = isKnownNetwork ? async () => {} : await enforceLimit(context, failedSignIns, network);
  return { isKnownNetwork, undo };
}

/** The current window for the failures of an account. */
export const failuresWindow = ({ now }: Pick<Context, 'now'>): LimitWindow =>
  currentWindow(limitRules.accountFailures, now());

/** Counts a failure against the account, whether it exists or not. */
export async function countFailure(context: LimitsContext, account: string): Promise<void> {
  await incrementCounter(context, limitRules.accountFailures.name, account, failuresWindow(context), 1);
}

/** Called after a right password or code: opens the account to every network again, and to this one whatever strangers do. */
export const recordSuccess = (context: LimitsContext, account: string, network: string): Promise<void> =>
  writeSuccess(context, account, network, failuresWindow(context), context.now());
