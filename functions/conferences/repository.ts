import * as z from 'zod/mini';
import { entryWrites, memberEntryWrites } from '../audit/repository.ts';
import { isOwnAttempt } from '../members/repository.ts';
import { rowsBelow } from '../platform/table/reads.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { itemKey, parseItem, type Table } from '../platform/table/table.ts';
import { insert, remove } from '../platform/table/writes.ts';
import { type ConferenceRecord, type Conferences, conferenceRecordId } from './conference.ts';
import { firstDay } from './first-day.ts';

const ConferenceItem: z.ZodMiniType<ConferenceRecord> = z.object({
  id: z.string(),
  name: z.string(),
  link: z.string(),
  venue: z.string(),
  date: z.string(),
});

export function conferenceRecordsRepository(table: Table): Conferences {
  const rowsOf = (uid: string) => rowsBelow(table, keyPrefixes.conferences(uid), { latestFirst: true });

  return {
    async of(uid) {
      const records = [];
      for await (const row of rowsOf(uid)) records.push(parseItem(ConferenceItem, row));
      return records;
    },

    async add(uid, attendance, entry) {
      const id = conferenceRecordId(attendance);
      const { name, link, venue, date } = attendance;
      const row = { id, name, link, venue, date, registrationId: entry.id };
      const writes = [insert('conference', { ...keys.conference(uid, firstDay(date), id), ...row })];
      const written = entry.action === 'import-attendance' ? memberEntryWrites : entryWrites;
      const [obstacle] = await table.commit([...writes, ...written(entry)], entry.id);
      return !obstacle || isOwnAttempt(obstacle.item, entry.id) ? 'added' : 'known';
    },

    async remove(uid, { id, date }, entry) {
      const gone = remove('conference', keys.conference(uid, firstDay(date), id), { id });
      return (await table.commit([gone, ...entryWrites(entry)], entry.id)).length === 0;
    },

    async deleteAllRecords(uid) {
      for await (const row of rowsOf(uid)) {
        await table.call('DeleteItem', { Key: itemKey(row) });
      }
    },
  };
}
