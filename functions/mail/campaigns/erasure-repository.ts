import * as z from 'zod/mini';
import { queryAll, rowsBelow } from '../../platform/table/reads.ts';
import { keyPrefixes, keys } from '../../platform/table/schema.ts';
import { itemKey, parseItem, type Table } from '../../platform/table/table.ts';
import { put, remove } from '../../platform/table/writes.ts';
import { copyOf, deliveriesQuery } from './campaign-items-repository.ts';
import type { Erasures } from './erase-addresses.ts';

const Expiry = z.object({ expiresAt: z.number() });

export const dynamoErasures = (table: Table): Erasures => ({
  requestErasureWrite: (uid) => put('erasure', keys.erasure(uid)),

  async waiting() {
    const uids: string[] = [];
    for await (const row of rowsBelow(table, keyPrefixes.erasures)) uids.push(itemKey(row).sk);
    return uids;
  },

  async eraseMember({ id }, uid) {
    const { KeyConditionExpression, values } = deliveriesQuery(id);
    const rows = queryAll(table, {
      KeyConditionExpression,
      FilterExpression: 'uid = :uid',
      ExpressionAttributeValues: { ...values, ':uid': uid },
    });
    let isWhole = true;
    for await (const row of rows) {
      const { place, state, times } = copyOf(row);
      const anonymizeWrites = { ...keys.delivery(id, `-${uid}`), address: '', state, times };
      const obstacles = await table.commit([
        remove('mail', { pk: keys.mail(id).pk, sk: place }, { state }),
        put('row', { ...anonymizeWrites, ...parseItem(Expiry, row) }),
      ]);
      if (obstacles.length > 0) isWhole = false;
    }
    return isWhole;
  },

  async done(uid) {
    await table.call('DeleteItem', { Key: keys.erasure(uid) });
  },
});
