import * as z from 'zod/mini';
import { rowsBelow } from '../platform/table/reads.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import type { TableWrite } from '../platform/table/table.ts';
import { type FailedCondition, itemKey, parseItem, type Table } from '../platform/table/table.ts';
import { attemptMark, insert, isOwnAttempt, remove } from '../platform/table/writes.ts';
import { firstDay } from './first-day.ts';

export interface ConferenceRecord {
  id: string;
  name: string;
  /** The conference's own page. */
  link: string;
  venue: string;
  /** In the organisers' words. */
  date: string;
}

const ConferenceItem: z.ZodMiniType<ConferenceRecord> = z.object({
  id: z.string(),
  name: z.string(),
  link: z.string(),
  venue: z.string(),
  date: z.string(),
});

const recordKey = (uid: string, { id, date }: ConferenceRecord) =>
  keys.conferenceRecord(uid, firstDay(date), id);

export type ConferenceRecords = ReturnType<typeof conferenceRecordsRepository>;

export function conferenceRecordsRepository(table: Table) {
  const rowsOf = (uid: string) => rowsBelow(table, keyPrefixes.conferenceRecords(uid), { latestFirst: true });

  return {
    /** A member's records, the latest conference first. */
    async listRecords(uid: string): Promise<ConferenceRecord[]> {
      const records: ConferenceRecord[] = [];
      for await (const row of rowsOf(uid)) records.push(parseItem(ConferenceItem, row));
      return records;
    },

    /** Label `record` fails if there is one already. */
    insertWrite(uid: string, record: ConferenceRecord, attemptId: string): TableWrite {
      const { id, name, link, venue, date } = record;
      const row = { id, name, link, venue, date, ...attemptMark(attemptId) };
      return insert('record', { ...recordKey(uid, record), ...row });
    },

    /** Whether this same attempt wrote the existing record and only its reply was lost. */
    isOwnAttempt: ({ label, item }: FailedCondition, attemptId: string): boolean =>
      label === 'record' && isOwnAttempt(item, attemptId),

    /** Label `record` fails if it was removed already. */
    removeWrite: (uid: string, record: ConferenceRecord): TableWrite =>
      remove('record', recordKey(uid, record), { id: record.id }),

    async deleteAllRecords(uid: string): Promise<void> {
      for await (const row of rowsOf(uid)) await table.call('DeleteItem', { Key: itemKey(row) });
    },
  };
}
