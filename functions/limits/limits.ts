import * as z from 'zod/mini';

/** Whom a rule counts: one part or several, each with any characters. */
export type Subject = string | readonly string[];

/** Kinds of attempts with growing waits (`registerAttempt`); the subject says whose they are. */
export type AttemptKind = 'sign-in' | 'password-check' | 'second-factor';

export type CountingRule = (typeof limitRules)[keyof typeof limitRules];

interface LimitRule {
  name: string;
  max: number;
  minutes: number;
}

const DAY = 24 * 60;

/**
 * All limits, except the growing waits of `registerAttempt` and the guesses at one code (`account/code-repository.ts`).
 * A rule counts for each subject by itself: where it is for several kinds of call, the kind is the subject's first part.
 * Limits per network let a class of 60 people work behind one address. The firewall's rate rules are far above them.
 */
export const limitRules = {
  /**
   * Per network or administrator: questions that cost little but have no end. A registration desk can check a card every
   * second.
   */
  reads: { name: 'reads', max: 300, minutes: 5 },
  /** Per network. */
  unknownName: { name: 'unknown-name', max: 30, minutes: 10 },
  /**
   * Per network, for logins, registrations and resets: all 60 have forgotten their passwords, or mistype once while 40
   * logins are in progress. Logins and resets that turn out right are given back.
   */
  tries: { name: 'tries', max: 100, minutes: 60 },
  /** Per network. */
  archivePassword: { name: 'archive-password', max: 10, minutes: 15 },
  /** From all networks together: at the archive's password, and at codes, where it denies nobody and raises an alarm. */
  guessesInAll: { name: 'guesses-in-all', max: 300, minutes: 60 },

  /** Per account from all networks together; networks from which the member has logged in before stay open. */
  accountFailures: { name: 'account-failures', max: 100, minutes: DAY },
  /** Per member. */
  verificationAttempts: { name: 'verification-attempts', max: 30, minutes: 60 },

  /** Emails of each kind to a member or an address, whether or not an account has it. */
  emails: { name: 'emails', max: 10, minutes: DAY },
  /**
   * The same for what causes two: changes of the address or second factor. And reset codes that one network asks for, so
   * that no single stranger uses up the address's, or that those ask for from which the member has logged in before.
   */
  rareEmails: { name: 'rare-emails', max: 5, minutes: DAY },
  /** Per address: registration sends a welcome and deletion a confirmation, and anybody can repeat both. */
  addressRegistrations: { name: 'address-registrations', max: 3, minutes: DAY },

  /** Per administrator: deletions at request and tests of campaigns, each of which sends an email. */
  officeEmails: { name: 'office-emails', max: 60, minutes: 60 },
  /** Per administrator. */
  campaigns: { name: 'campaigns', max: 20, minutes: 60 },
  /** Per administrator. */
  campaignRecipients: { name: 'campaign-recipients', max: 20_000, minutes: DAY },

  /** Per address; denies nobody: the fifth temporary bounce suppresses the address. */
  softBounces: { name: 'soft-bounces', max: 4, minutes: 90 * DAY },
} as const satisfies Record<string, LimitRule>;

export function currentWindow(rule: LimitRule, now: Date): { startsAt: Date; endsAt: Date } {
  const length = rule.minutes * 60_000;
  const start = Math.floor(now.getTime() / length) * length;
  return { startsAt: new Date(start), endsAt: new Date(start + length) };
}

/**
 * Attempts of one kind by one subject, such as logins from one network to one account. Instants are milliseconds since
 * 1970.
 */
export const Attempts = z.object({
  /** The attempts of the last fifteen minutes. */
  recent: z.array(z.number()),
  /** The number of consecutive waits. */
  waits: z.number(),
  /** No attempt is allowed before. */
  nextAt: z.number(),
  /** Rises with each attempt, so that one of two simultaneous writes fails. */
  version: z.number(),
});
export type Attempts = z.output<typeof Attempts>;

const MINUTE_MS = 60_000;
const WINDOW_MS = 15 * MINUTE_MS;
const FREE_ATTEMPTS = 5;
const LONGEST_WAIT_MS = 15 * MINUTE_MS;

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
