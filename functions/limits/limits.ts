/** Whom a rule counts: one part or several, each with any characters. */
export type Subject = string | readonly string[];

/** Kinds of attempts with growing waits (`registerAttempt`); the subject says whose they are. */
export type AttemptKind = 'sign-in' | 'password-check' | 'second-factor';

export type CountingRule = (typeof limitRules)[keyof typeof limitRules];

/** Rows without a counter: a network from which somebody has signed in to an account, and the rate of sending email. */
export const rowNames = { knownNetwork: 'known-network', mailRate: 'mail-rate' } as const;

/** Every name under which limits store rows; each is unique. */
export type LimitName = CountingRule['name'] | AttemptKind | (typeof rowNames)[keyof typeof rowNames];

export interface LimitWindow {
  startsAt: Date;
  endsAt: Date;
}

export interface LimitRule {
  name: string;
  max: number;
  minutes: number;
  /** What happens if the counter cannot be reached: limits on guessing deny, limits on reading allow. */
  onError: 'deny' | 'allow';
}

const DAY = 24 * 60;

/**
 * All limits, except the growing waits of `registerAttempt` and the guesses at one code (`codes/codes.ts`). Limits per
 * network let a class of 60 people work behind one address. The firewall's rate rules are far above them.
 */
export const limitRules = {
  // Per network.
  salt: { name: 'salt', max: 300, minutes: 5, onError: 'allow' },
  unknownName: { name: 'unknown-name', max: 30, minutes: 10, onError: 'deny' },
  /** Successful registrations: all 60 in one hour. */
  registration: { name: 'registration', max: 60, minutes: 60, onError: 'deny' },
  /** Three attempts for each of the 60, two of them failing, for example on a username that is taken. */
  registrationAttempts: { name: 'registration-attempts', max: 180, minutes: 60, onError: 'deny' },
  /** Across all accounts that have no earlier login from the network: all 60 mistype once, and 40 logins are in progress. */
  failedSignIns: { name: 'failed-sign-ins', max: 100, minutes: 60, onError: 'deny' },
  /** 40 of the 60 have forgotten their passwords. */
  resetRequests: { name: 'reset-requests', max: 40, minutes: 60, onError: 'deny' },
  /** Each of those 40 mistypes the code once, half of them twice. A success is not counted. */
  resetAttempts: { name: 'reset-attempts', max: 60, minutes: 60, onError: 'deny' },
  /** Guesses are hopeless: this bounds the signatures that are verified for strangers. */
  passkeySignIns: { name: 'passkey-sign-ins', max: 300, minutes: 5, onError: 'allow' },
  archivePassword: { name: 'archive-password', max: 10, minutes: 15, onError: 'deny' },
  /** Allows a registration desk to check a card every second. */
  cardChecks: { name: 'card-checks', max: 300, minutes: 5, onError: 'allow' },

  // Per email address, whether or not an account has it.
  /** Registration sends a welcome and deletion a confirmation, and anybody can repeat both. */
  addressRegistrations: { name: 'address-registrations', max: 3, minutes: DAY, onError: 'deny' },
  resetCode: { name: 'reset-code', max: 10, minutes: DAY, onError: 'deny' },
  /** Per address and network, so that no single stranger uses up the address's codes. */
  resetCodeOfNetwork: { name: 'reset-code-of-network', max: 5, minutes: DAY, onError: 'deny' },
  /** For networks from which the member has logged in before; strangers cannot use it up. */
  resetCodeReserve: { name: 'reset-code-reserve', max: 5, minutes: DAY, onError: 'deny' },
  /** Counted per address and per member. */
  verificationCode: { name: 'verification-code', max: 10, minutes: DAY, onError: 'deny' },
  /** The fifth temporary bounce suppresses the address. */
  softBounces: { name: 'soft-bounces', max: 4, minutes: 90 * DAY, onError: 'deny' },

  // Per account or member.
  /** From all networks together; networks from which the member has logged in before stay open. */
  accountFailures: { name: 'account-failures', max: 100, minutes: DAY, onError: 'deny' },
  verificationAttempts: { name: 'verification-attempts', max: 30, minutes: 60, onError: 'deny' },
  /** Failures count as well: each reveals whether the address is taken. */
  addressChanges: { name: 'address-changes', max: 5, minutes: DAY, onError: 'deny' },
  usernameChanges: { name: 'username-changes', max: 10, minutes: DAY, onError: 'deny' },
  /** Each sends an email, and the member's address need not be verified. */
  passwordChanges: { name: 'password-changes', max: 10, minutes: DAY, onError: 'deny' },
  /** Setups of a second factor and new recovery codes: each sends an email. */
  secondFactorChanges: { name: 'second-factor-changes', max: 5, minutes: DAY, onError: 'deny' },
  /** Each sends an email, and so does the removal of each. */
  newPasskeys: { name: 'new-passkeys', max: 10, minutes: DAY, onError: 'deny' },
  /** Changes, invitations and receipts by administrators: each sends an email. */
  administratorEmails: { name: 'administrator-emails', max: 10, minutes: DAY, onError: 'deny' },
  /** Each sends an email. */
  recoveryCodeUses: { name: 'recovery-code-uses', max: 10, minutes: DAY, onError: 'deny' },

  // Per administrator.
  recipientSearches: { name: 'recipient-searches', max: 120, minutes: 1, onError: 'allow' },
  /** Accounts deleted at request: each sends an email. */
  accountDeletions: { name: 'account-deletions', max: 60, minutes: 60, onError: 'deny' },
  campaigns: { name: 'campaigns', max: 20, minutes: 60, onError: 'deny' },
  campaignRecipients: { name: 'campaign-recipients', max: 20_000, minutes: DAY, onError: 'deny' },
  testCampaigns: { name: 'test-campaigns', max: 60, minutes: 60, onError: 'deny' },

  // For all callers together.
  archivePasswordInAll: { name: 'archive-password-in-all', max: 300, minutes: 60, onError: 'deny' },
  /** Denies nobody: exceeding it raises an alarm. */
  wrongCodes: { name: 'wrong-codes', max: 200, minutes: 60, onError: 'allow' },
} as const satisfies Record<string, LimitRule>;

export function currentWindow(rule: LimitRule, now: Date): LimitWindow {
  const length = rule.minutes * 60_000;
  const start = Math.floor(now.getTime() / length) * length;
  return { startsAt: new Date(start), endsAt: new Date(start + length) };
}

/**
 * Attempts of one kind by one subject, such as logins from one network to one account. Instants are milliseconds since
 * 1970.
 */
export interface Attempts {
  /** The attempts of the last fifteen minutes. */
  recent: number[];
  /** The number of consecutive waits. */
  waits: number;
  /** No attempt is allowed before. */
  nextAt: number;
  /** Rises with each attempt, so that one of two simultaneous writes fails. */
  version: number;
}

const MINUTE_MS = 60_000;
const WINDOW_MS = 15 * MINUTE_MS;
const FREE_ATTEMPTS = 5;
const LONGEST_WAIT_MS = 15 * MINUTE_MS;

/** After this instant the row has no effect. */
export const attemptsExpireAtMs = ({ recent, nextAt }: Attempts): number =>
  Math.max(nextAt, ...recent) + WINDOW_MS;

/**
 * Adds one attempt: five are allowed in any fifteen minutes, then one after each wait. Waits double from one minute to
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
