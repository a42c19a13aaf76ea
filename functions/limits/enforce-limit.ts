import type { Runtime } from '../platform/runtime.ts';
import { DomainError } from '../shared/domain-error.ts';
import { type Attempts, registerAttempt } from './attempts.ts';
import {
  type AttemptKind,
  currentWindow,
  type Limits,
  limitRules,
  type Subject,
  withinLimit,
} from './limits.ts';

const TRIES = 20;

type Deps = Pick<Runtime, 'now' | 'log'> & { limits: Limits };

/** Counts one attempt before anything is checked, or refuses with `too-many-attempts`. `read` resolves to the row as it is. */
export async function claimAttempt(
  { limits, now }: Pick<Deps, 'now' | 'limits'>,
  kind: AttemptKind,
  subject: Subject,
  read: () => Promise<Attempts | undefined> = () => limits.readAttempts(kind, subject),
): Promise<void> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const previous = await read();
    const result = registerAttempt(previous, now().getTime());
    if ('waitMilliseconds' in result) {
      throw new DomainError('too-many-attempts', {
        retryAfterSeconds: Math.ceil(result.waitMilliseconds / 1000),
      });
    }
    if (await limits.replaceAttempts(kind, subject, previous, result.claimed)) return;
  }
  throw new DomainError('too-many-attempts', { retryAfterSeconds: 60 });
}

/**
 * Counts one sign-in from this network to this account before the password is checked, or refuses with `too-many-attempts`
 * or `account-guarded`. A network from which somebody has signed in to the account has an allowance of its own: neither
 * failures from elsewhere nor those at other accounts close it. Resolves to whether it is one, and to a way to take the
 * network's count back.
 */
export async function claimSignIn(
  deps: Deps,
  account: string,
  network: string,
): Promise<{ isKnown: boolean; takeBack: () => Promise<void> }> {
  const { accountFailures, failedSignIns } = limitRules;
  const now = deps.now();
  const window = currentWindow(accountFailures, now);
  let isKnown = false;
  await claimAttempt(deps, 'sign-in', [account, network], async () => {
    const history = await deps.limits.readSignIn(account, network, window);
    isKnown = history.networkIsKnown;
    if (!isKnown && history.failures >= accountFailures.most) {
      const retryAfterSeconds = Math.ceil((window.endsAt.getTime() - now.getTime()) / 1000);
      throw new DomainError('account-guarded', { retryAfterSeconds });
    }
    return history.attempts;
  });
  const takeBack = isKnown ? async () => {} : await withinLimit(deps, failedSignIns, network);
  return { isKnown, takeBack };
}

/** Counts a failure against the account, whether it exists or not. */
export async function countFailure(
  { now, limits }: Pick<Deps, 'now' | 'limits'>,
  account: string,
): Promise<void> {
  const { accountFailures } = limitRules;
  await limits.add(accountFailures.name, account, currentWindow(accountFailures, now()), 1);
}

/** Failures from anywhere no longer close the account. */
export async function forgetFailures(
  { now, limits }: Pick<Deps, 'now' | 'limits'>,
  account: string,
): Promise<void> {
  const { accountFailures } = limitRules;
  await limits.forget(accountFailures.name, account, currentWindow(accountFailures, now()));
}

/** After a right password or code: the account is open to all again, and to this network whatever strangers do. */
export async function rememberSuccess(
  deps: Pick<Deps, 'now' | 'limits'>,
  account: string,
  network: string,
): Promise<void> {
  const { now, limits } = deps;
  await Promise.all([forgetFailures(deps, account), limits.rememberNetwork(account, network, now())]);
}
