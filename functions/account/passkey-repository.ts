import type { Context } from '../platform/context.ts';
import { readRow, rowsWithPrefix } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { parseItem } from '../platform/table/table.ts';
import { insert, remove, updateIf } from '../platform/table/writes.ts';
import { Passkey } from './passkey.ts';

export async function findPasskey(
  context: Pick<Context, 'table'>,
  uid: string,
  id: string,
): Promise<Passkey | undefined> {
  const item = await readRow(context.table, keys.passkey(uid, id));
  return item && parseItem(Passkey, item);
}

/** The member's passkeys, the oldest first. */
export async function listPasskeys(context: Pick<Context, 'table'>, uid: string): Promise<Passkey[]> {
  const passkeys = await Array.fromAsync(rowsWithPrefix(context.table, keyPrefixes.passkeys(uid)), (row) =>
    parseItem(Passkey, row),
  );
  return passkeys.toSorted((a, b) => a.addedAt.localeCompare(b.addedAt));
}

export const insertPasskeyWrite = (passkey: Passkey) =>
  insert('passkey', { ...keys.passkey(passkey.uid, passkey.id), ...passkey });

export const removePasskeyWrite = ({ uid, id }: Pick<Passkey, 'uid' | 'id'>) =>
  remove('passkey', keys.passkey(uid, id));

/** False if a login with this challenge or a later one was accepted before, or if the passkey was removed. */
export const recordPasskeyUse = (
  context: Pick<Context, 'table'>,
  { uid, id }: Passkey,
  { signatureCount, challengeAt, usedAt }: { signatureCount: number; challengeAt: Date; usedAt: Date },
): Promise<boolean> =>
  updateIf(context.table, keys.passkey(uid, id), {
    onlyIf: 'lastChallengeAt < :challengeAt',
    update: 'SET lastChallengeAt = :challengeAt, lastUsedAt = :usedAt, signatureCount = :signatureCount',
    values: {
      ':challengeAt': challengeAt.toISOString(),
      ':usedAt': usedAt.toISOString(),
      ':signatureCount': signatureCount,
    },
  });
