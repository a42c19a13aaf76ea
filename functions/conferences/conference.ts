import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import * as z from 'zod/mini';
import { ConferenceRecord } from '#shared/conference-record';
import { canonicalize } from '#shared/text';
import { type AdminAction, auditEntryFor } from '../audit/audit.ts';
import { auditEntryWrites, commitWithEntry } from '../audit/repository.ts';
import { loadMemberForAction } from '../members/repository.ts';
import { expectMemberWrite } from '../members/write-repository.ts';
import type { ChangeContext, WithTable } from '../platform/context.ts';
import { findRow, listRows, queryAll } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { type Item, parseItem, type TableWrite } from '../platform/table/table.ts';
import { insert, isOwnAttempt, remove } from '../platform/table/writes.ts';
import { DomainError } from '../shared/domain-error.ts';

/** A member's attendance at a conference, in the organisers' words; every text but the name may be empty. */
export type Attendance = Omit<ConferenceRecord, 'id'>;

/** Derived from the attendance, so that a list can be imported twice. The link may change and is therefore left out. */
export const conferenceRecordId = ({ name, venue, date }: Attendance): string =>
  createHash('sha256')
    .update([name, venue, date].map((text) => canonicalize(text).replace(/\s+/g, ' ')).join('\n'))
    .digest('hex')
    .slice(0, 16);

const recordKey = (uid: string, { id, date }: ConferenceRecord) =>
  keys.conferenceRecord(uid, firstDay(date), id);

/** A member's records, the latest conference first. */
export const listConferenceRecords = ({ table }: WithTable, uid: string): Promise<ConferenceRecord[]> =>
  listRows(table, keyPrefixes.conferenceRecords(uid), ConferenceRecord, { latestFirst: true });

/** @throws `member-not-found`, `member-conflict` */
export async function addConferenceRecord(
  context: ChangeContext,
  action: AdminAction,
  attendance: Attendance,
): Promise<'added' | 'exists'> {
  const { uid } = await loadMemberForAction(context, action);
  const { name, venue, date } = attendance;
  const entry = auditEntryFor(context, action, 'add-conference-record', { name, venue, date });
  const auditWrites = auditEntryWrites(entry);
  const result = await insertConferenceRecord(context, uid, attendance, auditWrites, entry.id);
  if (result === 'member-not-found') throw new DomainError(result);
  return result;
}

/**
 * Adds one record for a name, venue and date, however often it is called: `exists` if there is one already. A retry with
 * the same attempt id recognises its own record, of which only the reply was lost. Nothing is written about an account that
 * was deleted in the meantime.
 */
export async function insertConferenceRecord(
  context: WithTable,
  uid: string,
  { name, link, venue, date }: Attendance,
  auditWrites: readonly TableWrite[],
  attemptId: string,
): Promise<'added' | 'exists' | 'member-not-found'> {
  const record = { id: conferenceRecordId({ name, link, venue, date }), name, link, venue, date };
  await rememberConference(context, record);
  const row = {
    ...recordKey(uid, record),
    uid,
    conferenceId: record.id,
    ...record,
    attemptId,
  };
  const failed = await context.table.commit(
    [insert('record', row), expectMemberWrite(uid, { uid }), ...auditWrites],
    attemptId,
  );
  if (failed.some(({ label }) => label === 'member')) return 'member-not-found';
  const existing = failed.find(({ label }) => label === 'record');
  return failed.length === 0 || isOwnAttempt(existing?.item, attemptId) ? 'added' : 'exists';
}

/**
 * Lists the conference among those that members are filtered by. It stands outside of the transactions of the records,
 * which would meet on its row.
 */
async function rememberConference(context: WithTable, conference: ConferenceRecord): Promise<void> {
  const { id } = conference;
  if (isDeepStrictEqual(await findConference(context, id), conference)) return;
  await context.table.call('PutItem', { Item: { ...keys.attendedConference(id), ...conference } });
}

/** @throws `member-not-found`, `member-conflict`, `conference-record-not-found` */
export async function removeConferenceRecord(
  context: ChangeContext,
  action: AdminAction,
  id: string,
): Promise<void> {
  const { uid } = await loadMemberForAction(context, action);
  const record = (await listConferenceRecords(context, uid)).find((each) => each.id === id);
  if (!record) throw new DomainError('conference-record-not-found');
  const { name, venue, date } = record;
  const entry = auditEntryFor(context, action, 'remove-conference-record', { name, venue, date });
  const failed = await commitWithEntry(context, entry, [remove('record', recordKey(uid, record), { id })]);
  if (failed.length > 0) throw new DomainError('conference-record-not-found');
}

/** A conference that somebody attended, as in the record of the first who did; older rows have no link. */
const AttendedConferenceItem = z.extend(ConferenceRecord, { link: z._default(z.string(), '') });

export const findConference = ({ table }: WithTable, id: string): Promise<ConferenceRecord | undefined> =>
  findRow(table, keys.attendedConference(id), AttendedConferenceItem);

const CONCURRENT_READS = 16;

/** The conferences that somebody attended, the latest first. */
export async function listAttendedConferences(context: WithTable): Promise<ConferenceRecord[]> {
  const conferences = await listRows(context.table, keyPrefixes.attendedConferences, AttendedConferenceItem);
  const isAttended = async ({ id }: ConferenceRecord) => !(await attendanceOf(context, id, 1).next()).done;
  const attended = await pLimit(CONCURRENT_READS).map(conferences, async (conference) =>
    (await isAttended(conference)) ? [conference] : [],
  );
  return attended.flat().toSorted((a, b) => (firstDay(a.date) < firstDay(b.date) ? 1 : -1));
}

const AttendanceItem = z.object({ uid: z.string() });

/** The members whose records have the conference. */
export async function listAttendees(context: WithTable, id: string): Promise<Set<string>> {
  const attendance = Array.fromAsync(attendanceOf(context, id), (row) => parseItem(AttendanceItem, row));
  return new Set((await attendance).map(({ uid }) => uid));
}

const attendanceOf = (context: WithTable, id: string, Limit?: number): AsyncGenerator<Item, void> =>
  queryAll(context.table, {
    IndexName: 'attendance',
    KeyConditionExpression: 'conferenceId = :id',
    ExpressionAttributeValues: { ':id': id },
    ...(Limit !== undefined && { Limit }),
  });

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
