import type { CodePurpose } from '#shared/choices';
import { enforceLimit, type LimitsDeps } from '../limits/enforce-limit.ts';
import { type LimitName, limitRules, type Subject } from '../limits/limits.ts';
import type { PasswordHasher } from '../platform/passwords.ts';
import type { Runtime } from '../platform/runtime.ts';
import { DomainError } from '../shared/domain-error.ts';
import { createDigits, type GuessAllowance, type OneTimeCode } from './code.ts';
import type { Codes } from './repository.ts';

export interface CodesDeps extends LimitsDeps, Runtime {
  codes: Codes;
  passwords: PasswordHasher;
}

/** How long a code is valid. */
const lifeMinutes: Record<CodePurpose, number> = { reset: 10, verification: 24 * 60 };
const SECONDS_BETWEEN_REQUESTS = 55;

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

export async function createCode(
  deps: Pick<CodesDeps, 'now' | 'passwords' | 'randomBytes'>,
  purpose: CodePurpose,
  epoch: number,
): Promise<{ digits: string; code: OneTimeCode }> {
  const digits = createDigits(deps);
  const expiresAt = new Date(deps.now().getTime() + lifeMinutes[purpose] * 60_000).toISOString();
  return { digits, code: { purpose, hash: await deps.passwords.hash(digits), expiresAt, epoch } };
}

/** One request in 55 s for this subject. @throws `too-many-attempts` */
async function spaceRequests(deps: LimitsDeps, rule: LimitName, subject: Subject): Promise<void> {
  const waitSeconds = await deps.limits.reserveSlot(rule, subject, deps.now(), SECONDS_BETWEEN_REQUESTS);
  if (waitSeconds > 0) throw new DomainError('too-many-attempts', { retryAfterSeconds: waitSeconds });
}

/**
 * One reset code in 55 s, five a day for a network and ten for an address, whether an account has it or not. What strangers
 * ask for does not count where the member has logged in before.
 * @throws `too-many-attempts`
 */
export async function enforceResetRequestLimit(
  deps: LimitsDeps,
  address: string,
  { network, isKnown }: Origin,
): Promise<void> {
  const { resetCode, resetCodeOfNetwork, resetCodeReserve } = limitRules;
  if (isKnown) {
    await spaceRequests(deps, resetCodeReserve.name, address);
    await enforceLimit(deps, resetCodeReserve, address);
    return;
  }
  const undo = await enforceLimit(deps, resetCodeOfNetwork, [address, network]);
  await spaceRequests(deps, resetCode.name, address).catch(async (cause: unknown) => {
    await undo();
    throw cause;
  });
  await enforceLimit(deps, resetCode, address);
}

/** One verification code in 55 s and ten a day, for a member and for an address alike. @throws `too-many-attempts` */
export async function enforceVerificationLimit(
  deps: LimitsDeps,
  subject: { member: string } | { address: string },
): Promise<void> {
  const { verificationCode } = limitRules;
  const parts = Object.entries(subject).flat();
  await spaceRequests(deps, verificationCode.name, parts);
  await enforceLimit(deps, verificationCode, parts);
}

/**
 * The live code that these digits are, or undefined; costs one guess. `owner` is the member whose code it would be; a uid
 * that nobody has costs as much time.
 */
export async function matchCode(
  deps: Pick<CodesDeps, 'codes' | 'passwords' | 'now'>,
  owner: { uid: string; epoch: number },
  purpose: CodePurpose,
  digits: string,
  { network, isKnown }: Origin,
): Promise<OneTimeCode | undefined> {
  const allowance = guesses[purpose === 'reset' && isKnown ? 'resetFromKnownNetwork' : purpose];
  const code = await deps.codes.claimGuess(owner.uid, purpose, { network, allowance }, deps.now());
  const isRight = await (code
    ? deps.passwords.verify(code.hash, digits)
    : deps.passwords.verifyDummy(digits));
  return isRight && code?.epoch === owner.epoch ? code : undefined;
}
