import * as z from 'zod/mini';
import type { CodePurpose, OneTimeCode } from '../domain/codes/code.ts';
import { type Codes, MOST_ATTEMPTS } from '../domain/codes/one-time-code.ts';
import { isConditionFailure } from './calls.ts';
import { fromItem, seconds, type Table, toItem, transact } from './client.ts';
import { keys } from './keys.ts';
import { mailRows } from './outbox.ts';
import { put, putNew } from './writes.ts';

/** Nobody has this uid: what is asked of it costs the same and finds nothing. */
const NOBODY = '0';
const DAY_SECONDS = 86_400;

const CodeItem = z.object({
  purpose: z.enum(['reset', 'verification']),
  hash: z.string(),
  endsAt: z.string(),
  epoch: z.number(),
});

/** `expiresAt` is the table's own word for cleaning; the code's end is `endsAt`. */
export const codeRow = (uid: string, { expiresAt, ...code }: OneTimeCode) => ({
  ...keys.code(uid, code.purpose),
  ...code,
  endsAt: expiresAt,
  attempts: 0,
  expiresAt: seconds(new Date(expiresAt)) + DAY_SECONDS,
});

export function dynamoCodes(table: Table): Codes {
  const attempt = (uid: string, purpose: CodePurpose, now: Date) =>
    table.call('UpdateItem', {
      Key: toItem(keys.code(uid, purpose)),
      UpdateExpression: 'ADD attempts :one',
      ConditionExpression: 'attempts < :most AND endsAt > :now',
      ExpressionAttributeValues: toItem({ ':one': 1, ':most': MOST_ATTEMPTS, ':now': now.toISOString() }),
      ReturnValues: 'ALL_NEW',
    });

  return {
    async issue(uid, code, mail) {
      if (uid !== undefined) {
        await transact(table, [
          put(table, codeRow(uid, code)),
          ...mailRows(mail).map((row) => putNew(table, row)),
        ]);
        return;
      }
      // As many rows of the same size; they name nobody and lead nowhere.
      const expiresAt = seconds(new Date(code.expiresAt));
      const decoys = [code.hash, mail.subject + mail.text, ''].map((padding, index) => ({
        ...keys.decoy(mail.id, index),
        padding,
        expiresAt,
      }));
      await transact(
        table,
        decoys.map((row) => putNew(table, row)),
      );
    },

    async claimAttempt(uid, purpose, now) {
      try {
        const { Attributes = {} } = await attempt(uid ?? NOBODY, purpose, now);
        const { endsAt, ...code } = fromItem(CodeItem, Attributes);
        return { ...code, expiresAt: endsAt };
      } catch (cause) {
        if (isConditionFailure(cause)) return undefined;
        throw cause;
      }
    },
  };
}
