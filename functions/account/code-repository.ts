/** One live code for each member and purpose: a new code replaces the last. */

import * as z from 'zod/mini';
import { CODE_PURPOSES, type CodePurpose } from '#shared/choices';
import type { AuditEntry } from '../audit/audit.ts';
import type { TransactionalMail } from '../mail/transactional/mail.ts';
import type { WithTable } from '../platform/context.ts';
import { keys } from '../platform/table/schema.ts';
import { parseItem, seconds } from '../platform/table/table.ts';
import { insert, put, remove, update, updateIf, updateReturning } from '../platform/table/writes.ts';

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
export type OneTimeCode = z.output<typeof OneTimeCode>;

/** How many guesses at one code are compared: from one network, and from all networks together. */
export interface GuessAllowance {
  fromNetwork: number;
  inAll: number;
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

/** Uses up the code; fails if it is no longer the live one. */
export const consumeCodeWrite = (uid: string, { purpose, hash }: OneTimeCode) =>
  remove('code', keys.code(uid, purpose), { hash });

/** Uses up the code and keeps it for a repeat, until the epoch changes again; fails if it is no longer the live one. */
export const markCodeUsedWrite = (uid: string, { purpose, hash, epoch }: OneTimeCode) =>
  update('code', keys.code(uid, purpose), { isUsed: true, epoch: epoch + 1 }, { hash, epoch });

/** Voids the member's code, if there is one. */
export const discardCodeWrite = (uid: string, purpose: CodePurpose) =>
  remove('code', keys.code(uid, purpose));

/** Counts one guess before any comparison; undefined if no live code has a guess left. */
export async function claimGuess(
  context: WithTable,
  uid: string,
  purpose: CodePurpose,
  { network, allowance }: { network: string; allowance: GuessAllowance },
  now: Date,
): Promise<OneTimeCode | undefined> {
  const claimed = await updateReturning(context.table, keys.code(uid, purpose), {
    onlyIf: 'attempts < :inAll AND (attribute_not_exists(#here) OR #here < :fromNetwork) AND endsAt > :now',
    update: 'ADD attempts :one, #here :one',
    names: { '#here': guessesFrom(network) },
    values: {
      ':one': 1,
      ':inAll': allowance.inAll,
      ':fromNetwork': allowance.fromNetwork,
      ':now': now.toISOString(),
    },
  });
  return claimed && parseItem(OneTimeCode, claimed);
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
