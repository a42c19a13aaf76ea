import * as z from 'zod/mini';
import { attendanceId, type ConferenceRecord, type Conferences } from '../domain/conferences/conferences.ts';
import { firstDay } from '../domain/conferences/first-day.ts';
import { type Item, isConditionFailure } from './calls.ts';
import { fromItem, queryAll, type Table, toItem } from './client.ts';
import { keys } from './keys.ts';

const ConferenceItem: z.ZodMiniType<ConferenceRecord> = z.object({
  id: z.string(),
  name: z.string(),
  link: z.string(),
  venue: z.string(),
  date: z.string(),
});
const Key = z.object({ pk: z.string(), sk: z.string() });

export function dynamoConferences(table: Table): Conferences {
  const rowsOf = (uid: string): AsyncGenerator<Item, void> => {
    const { pk } = keys.member(uid);
    return queryAll(table, {
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: toItem({ ':pk': pk, ':sk': 'CONFERENCE#' }),
      ScanIndexForward: false,
      ConsistentRead: true,
    });
  };

  return {
    async of(uid) {
      const records = [];
      for await (const row of rowsOf(uid)) records.push(fromItem(ConferenceItem, row));
      return records;
    },

    async add(uid, attendance) {
      const id = attendanceId(attendance);
      const { name, link, venue, date } = attendance;
      const row = { ...keys.conference(uid, firstDay(date), id), id, name, link, venue, date };
      try {
        await table.call('PutItem', { Item: toItem(row), ConditionExpression: 'attribute_not_exists(pk)' });
        return 'added';
      } catch (cause) {
        if (isConditionFailure(cause)) return 'known';
        throw cause;
      }
    },

    async removeAll(uid) {
      for await (const row of rowsOf(uid)) {
        await table.call('DeleteItem', { Key: toItem(fromItem(Key, row)) });
      }
    },
  };
}
