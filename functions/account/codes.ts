import type { CodePurpose } from '#shared/choices';
import { type CountingRule, limitRules, type Subject } from '../limits/limits.ts';
import { enforceLimit, giveBack, type LimitsContext, reserveSlot } from '../limits/repository.ts';
import type { CodePart } from '../mail/transactional/mail.ts';
import type { Context } from '../platform/context.ts';
import type { Runtime } from '../platform/runtime.ts';
import { DomainError } from '../shared/domain-error.ts';
import { isInLifetime } from '../shared/recent.ts';
import { claimGuess, type GuessAllowance, type OneTimeCode } from './code-repository.ts';

/** How long a code is valid. */
const lifeMinutes: Record<CodePurpose, number> = { reset: 10, verification: 24 * 60 };
const SECONDS_BETWEEN_REQUESTS = 55;

/**
 * Anybody can guess at a reset code, so one network's five guesses must not use it up: that takes 24 networks, and
 * networks from which the member has logged in before have guesses of their own. Strangers can request 10 codes a day for
 * an address, and 10 x 120 guesses at 10^8 codes succeed once in 83,000 days; meanwhile the member gets ten emails a day
 * and the log has errors (`many-wrong-codes`). Only the member can guess at a verification code.
 */
const guesses = {
  reset: { fromNetwork: 5, inAll: 120 },
  resetFromKnownNetwork: { fromNetwork: 5, inAll: 180 },
  verification: { fromNetwork: 5, inAll: 5 },
} satisfies Record<string, GuessAllowance>;

/** Where a guess comes from; `isKnown` if the member has logged in from this network before. */
export interface Origin {
  network: string;
  isKnown: boolean;
}

/** A code for its row, and as the part of the email that tells it. */
export async function createCode(
  context: Pick<Context, 'passwords' | 'now' | 'randomBytes'>,
  purpose: CodePurpose,
  epoch: number,
): Promise<{ code: OneTimeCode; codePart: CodePart }> {
  const digits = createDigits(context);
  const endsAt = new Date(context.now().getTime() + lifeMinutes[purpose] * 60_000).toISOString();
  const code = { purpose, hash: await context.passwords.hash(digits), endsAt, epoch };
  return { code, codePart: { code: digits, expiresAt: endsAt } };
}

const DIGITS = 8;

/** Eight random digits, each code as likely as any other. */
function createDigits({ randomBytes }: Pick<Runtime, 'randomBytes'>): string {
  const codes = 10 ** DIGITS;
  const fair = Math.floor(2 ** 32 / codes) * codes;
  for (;;) {
    const random = randomBytes(4);
    const number = new DataView(random.buffer, random.byteOffset).getUint32(0);
    if (number < fair) return String(number % codes).padStart(DIGITS, '0');
  }
}

/** One request in 55 s for this subject. @throws `too-many-attempts` */
async function spaceRequests(
  context: Pick<Context, 'table' | 'now'>,
  rule: CountingRule,
  subject: Subject,
): Promise<void> {
  const waitSeconds = await reserveSlot(context, rule, subject, SECONDS_BETWEEN_REQUESTS);
  if (waitSeconds > 0) throw new DomainError('too-many-attempts', { retryAfterSeconds: waitSeconds });
}

/**
 * One reset code in 55 s; five a day for a network and ten for an address, whether or not an account has it. Networks
 * from which the member has logged in before are not affected by the requests of strangers.
 * @throws `too-many-attempts`
 */
export async function enforceResetRequestLimit(
  context: LimitsContext,
  address: string,
  { network, isKnown }: Origin,
): Promise<void> {
  const { emails, rareEmails } = limitRules;
  const ofAll = ['reset-code', address];
  if (isKnown) {
    const ofKnown = ['reset-code-reserve', address];
    await spaceRequests(context, rareEmails, ofKnown);
    await enforceLimit(context, rareEmails, ofKnown);
    return;
  }
  const ofNetwork = ['reset-code', address, network];
  await enforceLimit(context, rareEmails, ofNetwork);
  await spaceRequests(context, emails, ofAll).catch(async (cause: unknown) => {
    await giveBack(context, rareEmails, ofNetwork);
    throw cause;
  });
  await enforceLimit(context, emails, ofAll);
}

/** One verification code in 55 s and ten a day, for the member and for the address. @throws `too-many-attempts` */
export async function enforceVerificationLimit(
  context: LimitsContext,
  subject: { member: string } | { address: string },
): Promise<void> {
  const { emails } = limitRules;
  const parts = ['verification-code', ...Object.entries(subject).flat()];
  await spaceRequests(context, emails, parts);
  await enforceLimit(context, emails, parts);
}

/**
 * The live code that matches these digits, or undefined; costs one guess. `owner` is the member whose code it would be; a
 * uid that no member has takes as much time.
 */
export async function matchCode(
  context: Pick<Context, 'table' | 'passwords' | 'now'>,
  owner: { uid: string; epoch: number },
  purpose: CodePurpose,
  digits: string,
  { network, isKnown }: Origin,
): Promise<OneTimeCode | undefined> {
  const allowance = guesses[purpose === 'reset' && isKnown ? 'resetFromKnownNetwork' : purpose];
  const claimed = await claimGuess(context, owner.uid, purpose, { network, allowance }, context.now());
  const lifeMs = lifeMinutes[purpose] * 60_000;
  const isLive = claimed && isInLifetime(Date.parse(claimed.endsAt), context.now(), lifeMs);
  const code = isLive ? claimed : undefined;
  const isRight = await (code
    ? context.passwords.verify(code.hash, digits)
    : context.passwords.verifyDummy(digits));
  return isRight && code?.epoch === owner.epoch ? code : undefined;
}
