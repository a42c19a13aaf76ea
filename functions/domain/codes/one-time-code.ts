import type { Ambient } from '../ambient.ts';
import { type Limits, limitRules, withinLimit } from '../limits/limits.ts';
import type { ServiceMail } from '../mail/mail.ts';
import type { PasswordHasher } from '../members/member.ts';
import { Refusal } from '../refusal.ts';
import type { CodePurpose, OneTimeCode } from './code.ts';

/** Contract, "Limits": how long a code lives. */
const lifeMinutes: Record<CodePurpose, number> = { reset: 10, verification: 24 * 60 };
const requestRules = { reset: limitRules.resetCode, verification: limitRules.verificationCode };
const SECONDS_BETWEEN_REQUESTS = 55;
const DIGITS = 8;

export const MOST_ATTEMPTS = 5;

/** One live code for each member and purpose: a new one takes the place of the last. */
export interface Codes {
  /** The code and its mail, all or nothing. Where nobody has the address, as much is written and nothing is sent. */
  issue(uid: string | undefined, code: OneTimeCode, mail: ServiceMail): Promise<void>;
  /** Counts one attempt before anything is compared; undefined where no live code has one left. */
  claimAttempt(uid: string | undefined, purpose: CodePurpose, now: Date): Promise<OneTimeCode | undefined>;
}

export type CodeNeeds = Ambient & { codes: Codes; limits: Limits; passwords: PasswordHasher };

/** Eight random digits, each code as likely as any other. */
export function newDigits({ randomBytes }: Pick<Ambient, 'randomBytes'>): string {
  const codes = 10 ** DIGITS;
  const fair = Math.floor(2 ** 32 / codes) * codes;
  for (;;) {
    const random = randomBytes(4);
    const number = new DataView(random.buffer, random.byteOffset).getUint32(0);
    if (number < fair) return String(number % codes).padStart(DIGITS, '0');
  }
}

export async function newCode(
  needs: Pick<CodeNeeds, 'clock' | 'passwords' | 'randomBytes'>,
  purpose: CodePurpose,
  epoch: number,
): Promise<{ digits: string; code: OneTimeCode }> {
  const digits = newDigits(needs);
  const expiresAt = new Date(needs.clock().getTime() + lifeMinutes[purpose] * 60_000).toISOString();
  return { digits, code: { purpose, hash: await needs.passwords.hash(digits), expiresAt, epoch } };
}

/** One request in 55 s and ten a day for an address, whether an account has it or not; else `too-many-attempts`. */
export async function countRequest(needs: CodeNeeds, purpose: CodePurpose, address: string): Promise<void> {
  const rule = requestRules[purpose];
  const waitSeconds = await needs.limits.spaced(rule.name, address, needs.clock(), SECONDS_BETWEEN_REQUESTS);
  if (waitSeconds > 0) throw new Refusal('too-many-attempts', { retryAfterSeconds: waitSeconds });
  await withinLimit(needs, rule, address);
}

/** The live code that these digits are, or undefined; costs one attempt, and as much time where there is none. */
export async function matchingCode(
  needs: CodeNeeds,
  member: { uid: string; epoch: number } | undefined,
  purpose: CodePurpose,
  digits: string,
): Promise<OneTimeCode | undefined> {
  const code = await needs.codes.claimAttempt(member?.uid, purpose, needs.clock());
  const isRight = await (code
    ? needs.passwords.verify(code.hash, digits)
    : needs.passwords.verifyNothing(digits));
  return isRight && code?.epoch === member?.epoch ? code : undefined;
}
