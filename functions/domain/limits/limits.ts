import type { Ambient } from '../ambient.ts';
import { Refusal } from '../refusal.ts';
import type { Attempts } from './attempts.ts';

export interface Limits {
  /** Adds to the counter of this window in one atomic step and returns its new value. */
  add(rule: string, subject: string, window: Window, by: number): Promise<number>;
  /** The counter of this window begins anew. */
  forget(rule: string, subject: string, window: Window): Promise<void>;
  /** What stands against a sign-in from this network to this account. */
  readSignIn(account: string, network: string): Promise<SignInHistory>;
  /** False where the row is no longer `previous`. */
  replaceAttempts(
    account: string,
    network: string,
    previous: Attempts | undefined,
    next: Attempts,
  ): Promise<boolean>;
  /** One more in the account's row of failures from anywhere. */
  countFailure(account: string, now: Date): Promise<void>;
  /** Forgets the attempts from one network. */
  forgetAttempts(account: string, network: string): Promise<void>;
  /** 0 and takes note, where the last time is so long ago; else how many seconds are left. One atomic step. */
  spaced(rule: string, subject: string, now: Date, secondsApart: number): Promise<number>;
  /** Forgets the failures and remembers the network as one that knows the password. */
  rememberSuccess(account: string, network: string, now: Date): Promise<void>;
}

export interface SignInHistory {
  attempts: Attempts | undefined;
  consecutiveFailures: number;
  networkIsKnown: boolean;
}

export interface Window {
  startsAt: Date;
  endsAt: Date;
}

export interface LimitRule {
  name: string;
  most: number;
  minutes: number;
  /** What happens when the counter is out of reach: guessing limits close, reading limits open. */
  onFault: 'close' | 'open';
}

/** Contract, "Limits". */
export const limitRules = {
  salt: { name: 'salt', most: 300, minutes: 5, onFault: 'open' },
  unknownName: { name: 'unknown-name', most: 30, minutes: 10, onFault: 'close' },
  registration: { name: 'registration', most: 60, minutes: 60, onFault: 'close' },
  archivePassword: { name: 'archive-password', most: 10, minutes: 15, onFault: 'close' },
  archivePasswordInAll: { name: 'archive-password-in-all', most: 300, minutes: 60, onFault: 'close' },
  resetCode: { name: 'reset-code', most: 10, minutes: 24 * 60, onFault: 'close' },
  verificationCode: { name: 'verification-code', most: 10, minutes: 24 * 60, onFault: 'close' },
  listUsers: { name: 'list-users', most: 120, minutes: 1, onFault: 'open' },
  /** Of one administrator. */
  mails: { name: 'mails', most: 20, minutes: 60, onFault: 'close' },
  mailCopies: { name: 'mail-copies', most: 20_000, minutes: 24 * 60, onFault: 'close' },
  testMails: { name: 'test-mails', most: 60, minutes: 60, onFault: 'close' },
  /** Of one address: the fifth holds it. */
  softBounces: { name: 'soft-bounces', most: 4, minutes: 90 * 24 * 60, onFault: 'close' },
  /** A desk that looks at a member every second stays within it. */
  proof: { name: 'proof', most: 300, minutes: 5, onFault: 'open' },
  /** Refuses nobody: over it, somebody should look. */
  wrongCodes: { name: 'wrong-codes', most: 200, minutes: 60, onFault: 'close' },
} as const satisfies Record<string, LimitRule>;

export function windowOf(rule: LimitRule, now: Date): Window {
  const length = rule.minutes * 60_000;
  const start = Math.floor(now.getTime() / length) * length;
  return { startsAt: new Date(start), endsAt: new Date(start + length) };
}

type Needs = Pick<Ambient, 'clock' | 'report'> & { limits: Limits };

/** Counts `by`, and refuses the first over the rule's number. Returns a way to take the count back. */
export async function withinLimit(
  needs: Needs,
  rule: LimitRule,
  subject: string,
  by = 1,
): Promise<() => Promise<void>> {
  const now = needs.clock();
  const window = windowOf(rule, now);
  const count = (more: number) => needs.limits.add(rule.name, subject, window, more);
  try {
    if ((await count(by)) <= rule.most) return async () => void (await count(-by));
    // Many at once that were refused leave the rest of the window to fewer.
    if (by > 1) await count(-by);
  } catch (cause) {
    if (rule.onFault === 'close') throw cause;
    needs.report({ level: 'error', event: 'limit-open', rule: rule.name, cause });
    return async () => {};
  }
  throw new Refusal('too-many-attempts', {
    retryAfterSeconds: Math.ceil((window.endsAt.getTime() - now.getTime()) / 1000),
  });
}
