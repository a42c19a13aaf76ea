/** One live code for each member and purpose: a new code replaces the last. */

import * as z from 'zod/mini';
import { CODE_PURPOSES, type CodePurpose } from '#shared/choices';
import type { AuditEntry } from '../audit/audit.ts';
import { limitRules } from '../limits/limits.ts';
import { enforceLimit, giveBack, type LimitsContext, spaceRequests } from '../limits/repository.ts';
import type { CodePart, TransactionalMail } from '../mail/transactional/mail.ts';
import type { Context, WithTable } from '../platform/context.ts';
import type { Runtime } from '../platform/runtime.ts';
import { keys } from '../platform/table/schema.ts';
import { parseItem, seconds } from '../platform/table/table.ts';
import { insert, put, remove, update, updateIf, updateReturning } from '../platform/table/writes.ts';
import { isInLifetime } from '../shared/recent.ts';

const OneTimeCode = z.object({
  purpose: z.enum(CODE_PURPOSES),
  hash: z.string(),
  /** ISO 8601, UTC. The row's `expiresAt` only tells DynamoDB when to delete it, some time later. */
  endsAt: z.string(),
  /** The member's epoch when it was issued: a change of password voids it. */
  epoch: z.number(),
  /** It has set a password, and is good for nothing but a repeat of the same request. */
  isUsed: z.exactOptional(z.boolean()),
});
type OneTimeCode = z.output<typeof OneTimeCode>;

const SECONDS_BETWEEN_REQUESTS = 55;

/** Where a guess comes from; `isKnown` if the member has logged in from this network before. */
export interface Origin {
  network: string;
  isKnown: boolean;
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
    await spaceRequests(context, rareEmails, ofKnown, SECONDS_BETWEEN_REQUESTS);
    await enforceLimit(context, rareEmails, ofKnown);
    return;
  }
  const ofNetwork = ['reset-code', address, network];
  await enforceLimit(context, rareEmails, ofNetwork);
  await spaceRequests(context, emails, ofAll, SECONDS_BETWEEN_REQUESTS).catch(async (cause: unknown) => {
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
  await spaceRequests(context, emails, parts, SECONDS_BETWEEN_REQUESTS);
  await enforceLimit(context, emails, parts);
}

/** How long a code is valid. */
const lifeMinutes: Record<CodePurpose, number> = { reset: 10, verification: 24 * 60 };

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

/** Eight random digits; the bias of the remainder of 64 bits is far below one in a billion. */
function createDigits({ randomBytes }: Pick<Runtime, 'randomBytes'>): string {
  const random = Buffer.from(randomBytes(8)).readBigUInt64BE();
  return String(random % 10n ** BigInt(DIGITS)).padStart(DIGITS, '0');
}

const DAY_SECONDS = 86_400;

export const issueCodeWrite = (uid: string, code: OneTimeCode) =>
  put('code', {
    ...keys.code(uid, code.purpose),
    ...code,
    attempts: 0,
    expiresAt: seconds(new Date(code.endsAt)) + DAY_SECONDS,
  });

/**
 * As many rows of the same size as a code, its mail with its place among the member's, and its audit entry, for an
 * address without an account. They name nobody and nothing reads them.
 */
export function decoyCodeWrites(code: OneTimeCode, mail: TransactionalMail, entry: AuditEntry) {
  const expiresAt = seconds(new Date(code.endsAt));
  const entryText = JSON.stringify(entry);
  return [
    code.hash,
    mail.subject + mail.preheader + mail.greeting + JSON.stringify(mail.parts),
    '',
    mail.subject,
    entryText,
    entryText,
  ].map((padding, index) => insert('decoy', { ...keys.decoy(mail.id, index), padding, expiresAt }));
}

/**
 * How many guesses at one code are compared. Anybody can guess at a reset code, so one network's five guesses must not use
 * it up: that takes 24 networks, and networks from which the member has logged in before have guesses of their own.
 * Strangers can request 10 codes a day for an address, and 10 x 120 guesses at 10^8 codes succeed once in 83,000 days;
 * meanwhile the member gets ten emails a day and the log has errors (`many-wrong-codes`). Only the member can guess at a
 * verification code.
 */
const GUESSES_FROM_NETWORK = 5;
const guessesInAll = { reset: 120, resetFromKnownNetwork: 180, verification: 5 };

/**
 * The live code that matches these digits, or undefined; costs one guess, which is counted before any comparison. `owner` is
 * the member whose code it would be; a uid that no member has takes as much time.
 */
export async function matchCode(
  context: Pick<Context, 'table' | 'passwords' | 'now'>,
  owner: { uid: string; epoch: number },
  purpose: CodePurpose,
  digits: string,
  { network, isKnown }: Origin,
): Promise<OneTimeCode | undefined> {
  const claimed = await updateReturning(context.table, keys.code(owner.uid, purpose), {
    onlyIf: 'attempts < :inAll AND (attribute_not_exists(#here) OR #here < :fromNetwork) AND endsAt > :now',
    update: 'ADD attempts :one, #here :one',
    names: { '#here': guessesFrom(network) },
    values: {
      ':one': 1,
      ':inAll': guessesInAll[purpose === 'reset' && isKnown ? 'resetFromKnownNetwork' : purpose],
      ':fromNetwork': GUESSES_FROM_NETWORK,
      ':now': context.now().toISOString(),
    },
  });
  const found = claimed && parseItem(OneTimeCode, claimed);
  const lifeMs = lifeMinutes[purpose] * 60_000;
  const code = found && isInLifetime(Date.parse(found.endsAt), context.now(), lifeMs) ? found : undefined;
  const isRight = await (code
    ? context.passwords.verify(code.hash, digits)
    : context.passwords.verifyDummy(digits));
  return isRight && code?.epoch === owner.epoch ? code : undefined;
}

/** Takes a guess back while this code is still the live one. */
export async function returnGuess(
  context: WithTable,
  uid: string,
  { purpose, hash }: OneTimeCode,
  network: string,
): Promise<void> {
  await updateIf(context.table, keys.code(uid, purpose), {
    onlyIf: '#hash = :hash',
    update: 'ADD attempts :less, #here :less',
    names: { '#hash': 'hash', '#here': guessesFrom(network) },
    values: { ':hash': hash, ':less': -1 },
  });
}

/** The attribute of a code's row that counts a network's guesses. */
const guessesFrom = (network: string): string => `guesses from ${network}`;

/** Uses up the code; fails if it is no longer the live one. */
export const consumeCodeWrite = (uid: string, { purpose, hash }: OneTimeCode) =>
  remove('code', keys.code(uid, purpose), { hash });

/** Uses up the code and keeps it for a repeat, until the epoch changes again; fails if it is no longer the live one. */
export const markCodeUsedWrite = (uid: string, { purpose, hash, epoch }: OneTimeCode) =>
  update('code', keys.code(uid, purpose), { isUsed: true, epoch: epoch + 1 }, { hash, epoch });

/** Voids the member's code, if there is one. */
export const discardCodeWrite = (uid: string, purpose: CodePurpose) =>
  remove('code', keys.code(uid, purpose));
