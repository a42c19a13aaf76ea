import * as z from 'zod/mini';
import { CODE_PURPOSES } from '#shared/choices';
import { entryWrites } from '../audit/repository.ts';
import { enqueueWrites } from '../mail/transactional/repository.ts';
import { NO_MEMBER } from '../members/member.ts';
import { keys } from '../platform/table/schema.ts';
import { parseItem, seconds, type Table } from '../platform/table/table.ts';
import { insert, put, updateIf, updateReturning } from '../platform/table/writes.ts';
import type { OneTimeCode } from './code.ts';
import type { Codes } from './codes.ts';

const DAY_SECONDS = 86_400;

const CodeItem = z.object({
  purpose: z.enum(CODE_PURPOSES),
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

export function codesRepository(table: Table): Codes {
  return {
    async issue(uid, code, mail, entry) {
      if (uid !== undefined) {
        await table.commit([
          put('row', codeRow(uid, code)),
          ...enqueueWrites(mail),
          ...(entry ? entryWrites(entry) : []),
        ]);
        return;
      }
      // As many rows of the same size; they name nobody and lead nowhere.
      const expiresAt = seconds(new Date(code.expiresAt));
      const noted = entry ? [JSON.stringify(entry), JSON.stringify(entry)] : [];
      const decoys = [code.hash, mail.subject + mail.text, '', ...noted].map((padding, index) => ({
        ...keys.decoy(mail.id, index),
        padding,
        expiresAt,
      }));
      await table.commit(decoys.map((row) => insert('row', row)));
    },

    async claimGuess(uid, purpose, { network, allowance }, now) {
      const claimed = await updateReturning(table, keys.code(uid ?? NO_MEMBER, purpose), {
        onlyIf:
          'attempts < :inAll AND (attribute_not_exists(#here) OR #here < :fromNetwork) AND endsAt > :now',
        update: 'ADD attempts :one, #here :one',
        names: { '#here': guessesFrom(network) },
        values: {
          ':one': 1,
          ':inAll': allowance.inAll,
          ':fromNetwork': allowance.fromNetwork,
          ':now': now.toISOString(),
        },
      });
      if (!claimed) return undefined;
      const { endsAt, ...code } = parseItem(CodeItem, claimed);
      return { ...code, expiresAt: endsAt };
    },

    async returnGuess(uid, { purpose, hash }, network) {
      await updateIf(table, keys.code(uid, purpose), {
        onlyIf: '#hash = :hash',
        update: 'ADD attempts :less, #here :less',
        names: { '#hash': 'hash', '#here': guessesFrom(network) },
        values: { ':hash': hash, ':less': -1 },
      });
    },
  };
}

/** The attribute of a code's row that counts a network's guesses. */
const guessesFrom = (network: string): string => `guesses from ${network}`;
