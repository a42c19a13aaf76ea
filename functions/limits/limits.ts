import type { Runtime } from '../platform/runtime.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { Attempts } from './attempts.ts';

/** Whom a rule counts: one part or several, each of any characters. */
export type Subject = string | readonly string[];

/** Kinds of rows that count attempts with growing waits (`attempts.ts`); the subject says whose row it is. */
export const attemptKinds = ['sign-in', 'password-check', 'second-factor'] as const;
export type AttemptKind = (typeof attemptKinds)[number];

export type CountingRule = (typeof limitRules)[keyof typeof limitRules];

/** Rows that count nothing: a network from which somebody has signed in to an account, and the rate of sending mail. */
export const rowNames = { knownNetwork: 'known-network', mailRate: 'mail-rate' } as const;

/** Every name under which limits keep rows; no two share one. */
export type LimitName = CountingRule['name'] | AttemptKind | (typeof rowNames)[keyof typeof rowNames];

export interface Limits {
  /** Adds to the counter of this window in one atomic step and returns its new value. */
  add(rule: LimitName, subject: Subject, window: Window, by: number): Promise<number>;
  /** The counter of this window begins anew. */
  forget(rule: LimitName, subject: Subject, window: Window): Promise<void>;
  /** What stands against a sign-in from this network to this account; the failures are those of the window. */
  readSignIn(account: string, network: string, failuresWindow: Window): Promise<SignInHistory>;
  isKnownNetwork(account: string, network: string): Promise<boolean>;
  readAttempts(kind: AttemptKind, subject: Subject): Promise<Attempts | undefined>;
  /** False where the row is no longer `previous`. */
  replaceAttempts(
    kind: AttemptKind,
    subject: Subject,
    previous: Attempts | undefined,
    next: Attempts,
  ): Promise<boolean>;
  forgetAttempts(kind: AttemptKind, subject: Subject): Promise<void>;
  /** 0 and takes note, where the last time is so long ago; else how many seconds are left. One atomic step. */
  spaced(rule: LimitName, subject: Subject, now: Date, secondsApart: number): Promise<number>;
  /** Forgets the attempts from this network and remembers it as one that knows the password. */
  rememberNetwork(account: string, network: string, now: Date): Promise<void>;
}

export interface SignInHistory {
  attempts: Attempts | undefined;
  /** From all networks together. */
  failures: number;
  networkIsKnown: boolean;
}

export interface Window {
  startsAt: Date;
  endsAt: Date;
}

interface LimitRule {
  name: string;
  most: number;
  minutes: number;
  /** What happens when the counter is out of reach: guessing limits close, reading limits open. */
  onFault: 'close' | 'open';
}

const DAY = 24 * 60;

/**
 * The whole table of limits, beside the growing waits of `attempts.ts` and the guesses at one code (`one-time-code.ts`).
 * Those of a network let a class of 60 people work behind one address. The firewall's rate rules stand well above.
 */
export const limitRules = {
  // Of a network.
  salt: { name: 'salt', most: 300, minutes: 5, onFault: 'open' },
  unknownName: { name: 'unknown-name', most: 30, minutes: 10, onFault: 'close' },
  /** Registrations that succeed: all 60 in one hour. */
  registration: { name: 'registration', most: 60, minutes: 60, onFault: 'close' },
  /** Three attempts for each of the 60, two of them refused, as for a username that is taken. */
  registrationAttempts: { name: 'registration-attempts', most: 180, minutes: 60, onFault: 'close' },
  /** At all accounts that nobody has logged in to from there: all 60 mistype once, and 40 logins are under way. */
  failedSignIns: { name: 'failed-sign-ins', most: 100, minutes: 60, onFault: 'close' },
  /** 40 of the 60 have forgotten their passwords. */
  resetRequests: { name: 'reset-requests', most: 40, minutes: 60, onFault: 'close' },
  /** Each of those 40 mistypes the code once, half of them twice. A success is taken back. */
  resetAttempts: { name: 'reset-attempts', most: 60, minutes: 60, onFault: 'close' },
  archivePassword: { name: 'archive-password', most: 10, minutes: 15, onFault: 'close' },
  /** A desk that looks at a member every second stays within it. */
  proof: { name: 'proof', most: 300, minutes: 5, onFault: 'open' },

  // Of an email address, whether an account has it or not.
  /** Registering an address sends a welcome there, and deleting the account a notice: anybody can do both again and again. */
  addressRegistrations: { name: 'address-registrations', most: 3, minutes: DAY, onFault: 'close' },
  resetCode: { name: 'reset-code', most: 10, minutes: DAY, onFault: 'close' },
  /** Of an address and one network, so that no single stranger uses up what the address has. */
  resetCodeOfNetwork: { name: 'reset-code-of-network', most: 5, minutes: DAY, onFault: 'close' },
  /** For networks from which its member has logged in before; strangers cannot use it up. */
  resetCodeReserve: { name: 'reset-code-reserve', most: 5, minutes: DAY, onFault: 'close' },
  /** Counted for the address and for the member who asks for the codes. */
  verificationCode: { name: 'verification-code', most: 10, minutes: DAY, onFault: 'close' },
  /** The fifth holds the address. */
  softBounces: { name: 'soft-bounces', most: 4, minutes: 90 * DAY, onFault: 'close' },

  // Of an account or its member.
  /** From all networks together; those from which the member has logged in before stay open. */
  accountFailures: { name: 'account-failures', most: 100, minutes: DAY, onFault: 'close' },
  verificationAttempts: { name: 'verification-attempts', most: 30, minutes: 60, onFault: 'close' },
  /** Refused ones count as well: each tells whether the address is taken. */
  addressChanges: { name: 'address-changes', most: 5, minutes: DAY, onFault: 'close' },
  usernameChanges: { name: 'username-changes', most: 10, minutes: DAY, onFault: 'close' },
  /** Each sends a notice, and the address need not be the member's own. */
  passwordChanges: { name: 'password-changes', most: 10, minutes: DAY, onFault: 'close' },
  /** Setups of a second factor and new recovery codes: each sends a notice too. */
  secondFactorChanges: { name: 'second-factor-changes', most: 5, minutes: DAY, onFault: 'close' },
  /** Each sends a notice too. */
  recoveryCodeUses: { name: 'recovery-code-uses', most: 10, minutes: DAY, onFault: 'close' },

  // Of an administrator.
  listUsers: { name: 'search-recipients', most: 120, minutes: 1, onFault: 'open' },
  mails: { name: 'mails', most: 20, minutes: 60, onFault: 'close' },
  campaignRecipients: { name: 'mail-copies', most: 20_000, minutes: DAY, onFault: 'close' },
  testCampaigns: { name: 'test-mails', most: 60, minutes: 60, onFault: 'close' },

  // Of everybody together.
  archivePasswordInAll: { name: 'archive-password-in-all', most: 300, minutes: 60, onFault: 'close' },
  /** Refuses nobody: more of them raise an alarm. */
  wrongCodes: { name: 'wrong-codes', most: 200, minutes: 60, onFault: 'open' },
} as const satisfies Record<string, LimitRule>;

export function currentWindow(rule: LimitRule, now: Date): Window {
  const length = rule.minutes * 60_000;
  const start = Math.floor(now.getTime() / length) * length;
  return { startsAt: new Date(start), endsAt: new Date(start + length) };
}

type Deps = Pick<Runtime, 'now' | 'log'> & { limits: Limits };

/** Counts `by`, and refuses the first over the rule's number. Returns a way to take the count back. */
export async function withinLimit(
  deps: Deps,
  rule: CountingRule,
  subject: Subject,
  by = 1,
): Promise<() => Promise<void>> {
  const now = deps.now();
  const window = currentWindow(rule, now);
  const count = (more: number) => deps.limits.add(rule.name, subject, window, more);
  try {
    if ((await count(by)) <= rule.most) return async () => void (await count(-by));
    // Many at once that were refused leave the rest of the window to fewer.
    if (by > 1) await count(-by);
  } catch (cause) {
    if (rule.onFault === 'close') throw cause;
    deps.log({ level: 'error', event: 'limit-unavailable', rule: rule.name, cause });
    return async () => {};
  }
  throw new DomainError('too-many-attempts', {
    retryAfterSeconds: Math.ceil((window.endsAt.getTime() - now.getTime()) / 1000),
  });
}
