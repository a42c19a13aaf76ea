/** Whom a rule counts: one part or several, each of any characters. */
export type Subject = string | readonly string[];

/** Kinds of rows that count attempts with growing waits (`registerAttempt`); the subject says whose row it is. */
export const attemptKinds = ['sign-in', 'password-check', 'second-factor'] as const;
export type AttemptKind = (typeof attemptKinds)[number];

export type CountingRule = (typeof limitRules)[keyof typeof limitRules];

/** Rows that count nothing: a network from which somebody has signed in to an account, and the rate of sending mail. */
export const rowNames = { knownNetwork: 'known-network', mailRate: 'mail-rate' } as const;

/** Every name under which limits keep rows; no two share one. */
export type LimitName = CountingRule['name'] | AttemptKind | (typeof rowNames)[keyof typeof rowNames];

export interface LimitWindow {
  startsAt: Date;
  endsAt: Date;
}

export interface LimitRule {
  name: string;
  max: number;
  minutes: number;
  /** What happens when the counter is out of reach: limits of guessing deny, limits of reading allow. */
  onError: 'deny' | 'allow';
}

const DAY = 24 * 60;

/**
 * The whole table of limits, beside the growing waits of `registerAttempt` and the guesses at one code (`codes/codes.ts`).
 * Those of a network let a class of 60 people work behind one address. The firewall's rate rules stand well above.
 */
export const limitRules = {
  // Of a network.
  salt: { name: 'salt', max: 300, minutes: 5, onError: 'allow' },
  unknownName: { name: 'unknown-name', max: 30, minutes: 10, onError: 'deny' },
  /** Registrations that succeed: all 60 in one hour. */
  registration: { name: 'registration', max: 60, minutes: 60, onError: 'deny' },
  /** Three attempts for each of the 60, two of them failing, as for a username that is taken. */
  registrationAttempts: { name: 'registration-attempts', max: 180, minutes: 60, onError: 'deny' },
  /** At all accounts that nobody has logged in to from there: all 60 mistype once, and 40 logins are under way. */
  failedSignIns: { name: 'failed-sign-ins', max: 100, minutes: 60, onError: 'deny' },
  /** 40 of the 60 have forgotten their passwords. */
  resetRequests: { name: 'reset-requests', max: 40, minutes: 60, onError: 'deny' },
  /** Each of those 40 mistypes the code once, half of them twice. A success is not counted. */
  resetAttempts: { name: 'reset-attempts', max: 60, minutes: 60, onError: 'deny' },
  archivePassword: { name: 'archive-password', max: 10, minutes: 15, onError: 'deny' },
  /** A reception that checks a member every second stays within it. */
  proof: { name: 'proof', max: 300, minutes: 5, onError: 'allow' },

  // Of an email address, whether an account has it or not.
  /** Registering an address sends a welcome there, and deleting the account a confirmation: anybody can do both again and again. */
  addressRegistrations: { name: 'address-registrations', max: 3, minutes: DAY, onError: 'deny' },
  resetCode: { name: 'reset-code', max: 10, minutes: DAY, onError: 'deny' },
  /** Of an address and one network, so that no single stranger uses up what the address has. */
  resetCodeOfNetwork: { name: 'reset-code-of-network', max: 5, minutes: DAY, onError: 'deny' },
  /** For networks from which its member has logged in before; strangers cannot use it up. */
  resetCodeReserve: { name: 'reset-code-reserve', max: 5, minutes: DAY, onError: 'deny' },
  /** Counted for the address and for the member who asks for the codes. */
  verificationCode: { name: 'verification-code', max: 10, minutes: DAY, onError: 'deny' },
  /** The fifth suppresses the address. */
  softBounces: { name: 'soft-bounces', max: 4, minutes: 90 * DAY, onError: 'deny' },

  // Of an account or its member.
  /** From all networks together; those from which the member has logged in before stay open. */
  accountFailures: { name: 'account-failures', max: 100, minutes: DAY, onError: 'deny' },
  verificationAttempts: { name: 'verification-attempts', max: 30, minutes: 60, onError: 'deny' },
  /** Failed ones count as well: each says whether the address is taken. */
  addressChanges: { name: 'address-changes', max: 5, minutes: DAY, onError: 'deny' },
  usernameChanges: { name: 'username-changes', max: 10, minutes: DAY, onError: 'deny' },
  /** Each sends a mail, and the address need not be the member's own. */
  passwordChanges: { name: 'password-changes', max: 10, minutes: DAY, onError: 'deny' },
  /** Setups of a second factor and new recovery codes: each sends a mail too. */
  secondFactorChanges: { name: 'second-factor-changes', max: 5, minutes: DAY, onError: 'deny' },
  /** Each sends a mail too. */
  recoveryCodeUses: { name: 'recovery-code-uses', max: 10, minutes: DAY, onError: 'deny' },

  // Of an administrator.
  listUsers: { name: 'search-recipients', max: 120, minutes: 1, onError: 'allow' },
  mails: { name: 'mails', max: 20, minutes: 60, onError: 'deny' },
  campaignRecipients: { name: 'mail-copies', max: 20_000, minutes: DAY, onError: 'deny' },
  testCampaigns: { name: 'test-mails', max: 60, minutes: 60, onError: 'deny' },

  // Of everybody together.
  archivePasswordInAll: { name: 'archive-password-in-all', max: 300, minutes: 60, onError: 'deny' },
  /** Denies nobody: more of them raise an alarm. */
  wrongCodes: { name: 'wrong-codes', max: 200, minutes: 60, onError: 'allow' },
} as const satisfies Record<string, LimitRule>;

export function currentWindow(rule: LimitRule, now: Date): LimitWindow {
  const length = rule.minutes * 60_000;
  const start = Math.floor(now.getTime() / length) * length;
  return { startsAt: new Date(start), endsAt: new Date(start + length) };
}

/** Attempts at one thing by one subject, as logins from one network to one account. Instants are milliseconds since 1970. */
export interface Attempts {
  /** Those of the last fifteen minutes. */
  recent: number[];
  /** How many waits there were in a row. */
  waits: number;
  /** No attempt before this counts. */
  nextAt: number;
  /** Rises with each attempt, so that two at once cannot be taken for one. */
  version: number;
}

const MINUTE_MS = 60_000;
const WINDOW_MS = 15 * MINUTE_MS;
const FREE_ATTEMPTS = 5;
const LONGEST_WAIT_MS = 15 * MINUTE_MS;

/** Past this instant the row means nothing. */
export const attemptsExpireAtMs = ({ recent, nextAt }: Attempts): number =>
  Math.max(nextAt, ...recent) + WINDOW_MS;

/**
 * The row with one attempt more: five in any fifteen minutes, then one after each wait. Waits double from one minute to
 * fifteen, until fifteen minutes pass without an attempt. Returns the new row, or how long to wait.
 */
export function registerAttempt(
  previous: Attempts | undefined,
  now: number,
): { claimed: Attempts } | { waitMs: number } {
  const {
    recent: past,
    waits,
    nextAt,
    version,
  } = previous ?? { recent: [], waits: 0, nextAt: 0, version: 0 };
  if (now < nextAt) return { waitMs: nextAt - now };
  const recent = [...past.filter((instant) => instant > now - WINDOW_MS), now];
  const waitsInARow = now < nextAt + WINDOW_MS ? waits : 0;
  const mustWait = waitsInARow > 0 || recent.length >= FREE_ATTEMPTS;
  const claimed = mustWait
    ? {
        recent,
        waits: waitsInARow + 1,
        nextAt: now + Math.min(MINUTE_MS * 2 ** waitsInARow, LONGEST_WAIT_MS),
      }
    : { recent, waits: 0, nextAt: 0 };
  return { claimed: { ...claimed, version: version + 1 } };
}
