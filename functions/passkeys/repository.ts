import { readRow, rowsWithPrefix } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { parseItem, type Table } from '../platform/table/table.ts';
import { insert, remove, updateIf } from '../platform/table/writes.ts';
import { Passkey } from './passkey.ts';

export function passkeysRepository(table: Table) {
  return {
    async findPasskey(uid: string, id: string): Promise<Passkey | undefined> {
      const item = await readRow(table, keys.passkey(uid, id));
      return item && parseItem(Passkey, item);
    },

    /** The member's passkeys, the oldest first. */
    async listPasskeys(uid: string): Promise<Passkey[]> {
      const passkeys = await Array.fromAsync(rowsWithPrefix(table, keyPrefixes.passkeys(uid)), (row) =>
        parseItem(Passkey, row),
      );
      return passkeys.toSorted((a, b) => a.addedAt.localeCompare(b.addedAt));
    },

    insertWrite: (passkey: Passkey) =>
      insert('passkey', { ...keys.passkey(passkey.uid, passkey.id), ...passkey }),

    removeWrite: ({ uid, id }: Pick<Passkey, 'uid' | 'id'>) => remove('passkey', keys.passkey(uid, id)),

    /** False if a login with this challenge or a later one was accepted before, or if the passkey was removed. */
    recordUse: (
      { uid, id }: Passkey,
      { signatureCount, challengeAt, usedAt }: { signatureCount: number; challengeAt: Date; usedAt: Date },
    ): Promise<boolean> =>
      updateIf(table, keys.passkey(uid, id), {
        onlyIf: 'lastChallengeAt < :challengeAt',
        update: 'SET lastChallengeAt = :challengeAt, lastUsedAt = :usedAt, signatureCount = :signatureCount',
        values: {
          ':challengeAt': challengeAt.toISOString(),
          ':usedAt': usedAt.toISOString(),
          ':signatureCount': signatureCount,
        },
      }),
  };
}

export type Passkeys = ReturnType<typeof passkeysRepository>;
