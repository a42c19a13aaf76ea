import type { CodePurpose } from '#shared/choices';
import type { AuditEntry } from '../audit/audit.ts';
import { type LimitName, type Limits, limitRules, type Subject, withinLimit } from '../limits/limits.ts';
import type { TransactionalMail } from '../mail/transactional/mail.ts';
import type { PasswordHasher } from '../platform/passwords.ts';
import type { Runtime } from '../platform/runtime.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { OneTimeCode } from './code.ts';

/** How long a code is valid. */
const lifeMinutes: Record<CodePurpose, number> = { reset: 10, verification: 24 * 60 };
const SECONDS_BETWEEN_REQUESTS = 55;
const DIGITS = 8;

/** How many guesses at one code are compared: from one network, and from all networks together. */
export interface GuessAllowance {
  fromNetwork: number;
  inAll: number;
}

/**
 * A reset code can be guessed at by anybody, so that one network's five must not use it up: it takes 24 networks to do so,
 * and those from which the member has logged in before have a reserve. An address gets 10 codes a day on strangers'
 * requests: 10 x 120 of 10^8 codes are one chance in 83,000 a day, for whoever has that many networks, while the member
 * gets ten emails and the log has errors (`many-wrong-codes`). Only the member can guess at a verification code.
 */
const guesses = {
  reset: { fromNetwork: 5, inAll: 120 },
  resetFromKnownNetwork: { fromNetwork: 5, inAll: 180 },
  verification: { fromNetwork: 5, inAll: 5 },
} satisfies Record<string, GuessAllowance>;

/** Where a guess comes from; `isKnown` where the member has logged in from there before. */
export interface Origin {
  network: string;
  isKnown: boolean;
}

/** One live code for each member and purpose: a new one takes the place of the last. */
export interface Codes {
  /** The code, its mail and what is noted of it, all or nothing. Where nobody has the address, as much is written and nothing is sent. */
  issue(
    uid: string | undefined,
    code: OneTimeCode,
    mail: TransactionalMail,
    entry?: AuditEntry,
  ): Promise<void>;
  /** Counts one guess before anything is compared; undefined where no live code has one left. */
  claimGuess(
    uid: string | undefined,
    purpose: CodePurpose,
    from: { network: string; allowance: GuessAllowance },
    now: Date,
  ): Promise<OneTimeCode | undefined>;
  /** The guess does not count after all, while this code is the live one. */
  returnGuess(uid: string, code: OneTimeCode, network: string): Promise<void>;
}

export type CodeDeps = Runtime & { codes: Codes; limits: Limits; passwords: PasswordHasher };

/** Eight random digits, each code as likely as any other. */
export function createDigits({ randomBytes }: Pick<Runtime, 'randomBytes'>): string {
  const codes = 10 ** DIGITS;
  const fair = Math.floor(2 ** 32 / codes) * codes;
  for (;;) {
    const random = randomBytes(4);
    const number = new DataView(random.buffer, random.byteOffset).getUint32(0);
    if (number < fair) return String(number % codes).padStart(DIGITS, '0');
  }
}

export async function createCode(
  deps: Pick<CodeDeps, 'now' | 'passwords' | 'randomBytes'>,
  purpose: CodePurpose,
  epoch: number,
): Promise<{ digits: string; code: OneTimeCode }> {
  const digits = createDigits(deps);
  const expiresAt = new Date(deps.now().getTime() + lifeMinutes[purpose] * 60_000).toISOString();
  return { digits, code: { purpose, hash: await deps.passwords.hash(digits), expiresAt, epoch } };
}

/** One request in 55 s for this subject; else `too-many-attempts`. */
async function spaceRequests(deps: CodeDeps, rule: LimitName, subject: Subject): Promise<void> {
  const waitSeconds = await deps.limits.spaced(rule, subject, deps.now(), SECONDS_BETWEEN_REQUESTS);
  if (waitSeconds > 0) throw new DomainError('too-many-attempts', { retryAfterSeconds: waitSeconds });
}

/**
 * One reset code in 55 s, five a day for a network and ten for an address, whether an account has it or not; else
 * `too-many-attempts`. What strangers ask for does not count where the member has logged in before.
 */
export async function countResetRequest(deps: CodeDeps, address: string, from: Origin): Promise<void> {
  const { resetCode, resetCodeOfNetwork, resetCodeReserve } = limitRules;
  if (from.isKnown) {
    await spaceRequests(deps, resetCodeReserve.name, address);
    await withinLimit(deps, resetCodeReserve, address);
    return;
  }
  const takeBack = await withinLimit(deps, resetCodeOfNetwork, [address, from.network]);
  await spaceRequests(deps, resetCode.name, address).catch(async (cause: unknown) => {
    await takeBack();
    throw cause;
  });
  await withinLimit(deps, resetCode, address);
}

/** One verification code in 55 s and ten a day, for a member and for an address alike; else `too-many-attempts`. */
export async function countVerification(
  deps: CodeDeps,
  subject: { member: string } | { address: string },
): Promise<void> {
  const { verificationCode } = limitRules;
  const parts = Object.entries(subject).flat();
  await spaceRequests(deps, verificationCode.name, parts);
  await withinLimit(deps, verificationCode, parts);
}

/** The live code that these digits are, or undefined; costs one guess, and as much time where there is none. */
export async function matchCode(
  deps: CodeDeps,
  member: { uid: string; epoch: number } | undefined,
  purpose: CodePurpose,
  digits: string,
  { network, isKnown }: Origin,
): Promise<OneTimeCode | undefined> {
  const allowance = guesses[purpose === 'reset' && isKnown ? 'resetFromKnownNetwork' : purpose];
  const from = { network, allowance };
  const code = await deps.codes.claimGuess(member?.uid, purpose, from, deps.now());
  const isRight = await (code
    ? deps.passwords.verify(code.hash, digits)
    : deps.passwords.verifyDummy(digits));
  return isRight && code?.epoch === member?.epoch ? code : undefined;
}
