import * as z from 'zod/mini';
import { attendanceId, type ConferenceRecord, type Conferences } from '../domain/conferences/conferences.ts';
import { firstDay } from '../domain/conferences/first-day.ts';
import { auditAboutWrite, auditWrites } from './audit.ts';
import { fromItem, keyOf, type Table, transact } from './client.ts';
import { below, keys } from './keys.ts';
import { rowsBelow } from './reads.ts';
import { ownRow } from './registration.ts';
import { putNew, remove } from './writes.ts';

const ConferenceItem: z.ZodMiniType<ConferenceRecord> = z.object({
  id: z.string(),
  name: z.string(),
  link: z.string(),
  venue: z.string(),
  date: z.string(),
});

export function dynamoConferences(table: Table): Conferences {
  const rowsOf = (uid: string) => rowsBelow(table, below.conferences(uid), { latestFirst: true });

  return {
    async of(uid) {
      const records = [];
      for await (const row of rowsOf(uid)) records.push(fromItem(ConferenceItem, row));
      return records;
    },

    async add(uid, attendance, entry) {
      const id = attendanceId(attendance);
      const { name, link, venue, date } = attendance;
      const row = { id, name, link, venue, date, registrationId: entry.id };
      const writes = [putNew(table, { ...keys.conference(uid, firstDay(date), id), ...row })];
      const written = entry.action === 'import-attendance' ? auditAboutWrite : auditWrites;
      const [obstacle] = await transact(table, [...writes, ...written(table, entry)], entry.id);
      return !obstacle || ownRow(obstacle.item, entry.id) ? 'added' : 'known';
    },

    async remove(uid, { id, date }, entry) {
      const gone = remove(table, keys.conference(uid, firstDay(date), id), { id });
      return (await transact(table, [gone, ...auditWrites(table, entry)], entry.id)).length === 0;
    },

    async removeAll(uid) {
      for await (const row of rowsOf(uid)) {
        await table.call('DeleteItem', { Key: keyOf(row) });
      }
    },
  };
}
