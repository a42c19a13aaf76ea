import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import * as z from 'zod/mini';
import { ConferenceRecord } from '#shared/conference-record';
import type { WithTable } from '../platform/context.ts';
import { listRows, queryAll, readRows } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { type FailedCondition, type Item, parseItem, type TableWrite } from '../platform/table/table.ts';
import { attemptMark, insert, isOwnAttempt, remove } from '../platform/table/writes.ts';

/** A conference that somebody attended, as in the record of the first who did; older rows have no link. */
const AttendedConferenceItem = z.extend(ConferenceRecord, { link: z._default(z.string(), '') });
const CONCURRENT_READS = 16;

const AttendanceItem = z.object({ uid: z.string() });

const recordKey = (uid: string, { id, date }: ConferenceRecord) =>
  keys.conferenceRecord(uid, firstDay(date), id);

const attendanceOf = (context: WithTable, id: string, Limit?: number): AsyncGenerator<Item, void> =>
  queryAll(context.table, {
    IndexName: 'attendance',
    KeyConditionExpression: 'conferenceId = :id',
    ExpressionAttributeValues: { ':id': id },
    ...(Limit !== undefined && { Limit }),
  });

/** A member's records, the latest conference first. */
export const listConferenceRecords = ({ table }: WithTable, uid: string): Promise<ConferenceRecord[]> =>
  listRows(table, keyPrefixes.conferenceRecords(uid), ConferenceRecord, { latestFirst: true });

/** Label `record` fails if there is one already. */
export function insertConferenceRecordWrite(
  uid: string,
  record: ConferenceRecord,
  attemptId: string,
): TableWrite {
  const { id, name, link, venue, date } = record;
  const row = { uid, id, conferenceId: id, name, link, venue, date, ...attemptMark(attemptId) };
  return insert('record', { ...recordKey(uid, record), ...row });
}

/** Whether this same attempt wrote the existing record and only its reply was lost. */
export const isOwnConferenceRecord = ({ label, item }: FailedCondition, attemptId: string): boolean =>
  label === 'record' && isOwnAttempt(item, attemptId);

/** Label `record` fails if it was removed already. */
export const removeConferenceRecordWrite = (uid: string, record: ConferenceRecord): TableWrite =>
  remove('record', recordKey(uid, record), { id: record.id });

/**
 * Lists the conference among those that members are filtered by. It stands outside of the transactions of the records,
 * which would meet on its row.
 */
export async function rememberConference(
  context: WithTable,
  { id, name, link, venue, date }: ConferenceRecord,
): Promise<void> {
  const listed = { id, name, link, venue, date };
  if (isDeepStrictEqual(await findConference(context, id), listed)) return;
  await context.table.call('PutItem', { Item: { ...keys.attendedConference(id), ...listed } });
}

export async function findConference(context: WithTable, id: string): Promise<ConferenceRecord | undefined> {
  const [row] = await readRows(context.table, [keys.attendedConference(id)]);
  return row && parseItem(AttendedConferenceItem, row);
}

/** The conferences that somebody attended, the latest first. */
export async function listAttendedConferences(context: WithTable): Promise<ConferenceRecord[]> {
  const conferences = await listRows(context.table, keyPrefixes.attendedConferences, AttendedConferenceItem);
  const isAttended = async ({ id }: ConferenceRecord) => !(await attendanceOf(context, id, 1).next()).done;
  const attended = await pLimit(CONCURRENT_READS).map(conferences, async (conference) =>
    (await isAttended(conference)) ? [conference] : [],
  );
  return attended.flat().toSorted((a, b) => (firstDay(a.date) < firstDay(b.date) ? 1 : -1));
}

/** The members whose records have the conference. */
export async function listAttendees(context: WithTable, id: string): Promise<Set<string>> {
  const attendance = Array.fromAsync(attendanceOf(context, id), (row) => parseItem(AttendanceItem, row));
  return new Set((await attendance).map(({ uid }) => uid));
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = new RegExp(
  `(?:(?<!\\d)(\\d{1,2}))?\\s*\\b(${MONTHS.join('|')})[a-z]*\\.?(?:\\s*(\\d{1,2})(?!\\d))?`,
  'i',
);

/**
 * Sorts the organisers' dates, which are free text: the first day that the text names as `YYYY-MM-DD`, with 00 for
 * missing parts; empty without a year.
 */
function firstDay(text: string): string {
  const iso = /\d{4}-\d{2}-\d{2}/.exec(text);
  if (iso) return iso[0];
  const year = /(?<!\d)(?:19|20)\d{2}(?!\d)/.exec(text)?.[0];
  if (year === undefined) return '';
  const [, before, month = '', after] = MONTH.exec(text) ?? [];
  const two = (number: number) => String(number).padStart(2, '0');
  return [year, two(MONTHS.indexOf(month.toLowerCase()) + 1), two(Number(after ?? before ?? 0))].join('-');
}
