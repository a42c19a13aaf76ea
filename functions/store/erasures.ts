import * as z from 'zod/mini';
import type { Erasures } from '../domain/mail/erase-addresses.ts';
import { copyOf, ledgerOf } from './campaign-items.ts';
import { fromItem, type Table, toItem, transact } from './client.ts';
import { below, keys } from './keys.ts';
import { queryAll, rowsBelow } from './reads.ts';
import { put, remove } from './writes.ts';

const Place = z.object({ sk: z.string() });
const Expiry = z.object({ expiresAt: z.number() });

export const dynamoErasures = (table: Table): Erasures => ({
  async waiting() {
    const uids: string[] = [];
    for await (const row of rowsBelow(table, below.erasures)) uids.push(fromItem(Place, row).sk);
    return uids;
  },

  async eraseCopies({ id }, uid) {
    const { KeyConditionExpression, values } = ledgerOf(id);
    const rows = queryAll(table, {
      KeyConditionExpression,
      FilterExpression: 'uid = :uid',
      ExpressionAttributeValues: toItem({ ...values, ':uid': uid }),
    });
    for await (const row of rows) {
      const { place, state, times } = copyOf(row);
      const nameless = { ...keys.recipient(id, `-${uid}`), address: '', state, times };
      // News of the copy that comes between is not overwritten: the next turn takes it up.
      await transact(table, [
        remove(table, { pk: keys.mail(id).pk, sk: place }, { state }),
        put(table, { ...nameless, ...fromItem(Expiry, row) }),
      ]);
    }
  },

  async done(uid) {
    await table.call('DeleteItem', { Key: toItem(keys.erasure(uid)) });
  },
});
