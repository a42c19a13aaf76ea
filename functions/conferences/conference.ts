import { createHash } from 'node:crypto';
import type { ConferenceRecord } from '#shared/conference-record';
import { canonicalize } from '#shared/text';
import { type AdminAction, auditEntryFor } from '../audit/audit.ts';
import { auditEntryWrites, commitWithEntry } from '../audit/repository.ts';
import { loadMemberForAction } from '../members/repository.ts';
import { expectMemberWrite } from '../members/write-repository.ts';
import type { ChangeContext, WithTable } from '../platform/context.ts';
import type { TableWrite } from '../platform/table/table.ts';
import { DomainError } from '../shared/domain-error.ts';
import {
  insertConferenceRecordWrite,
  isOwnConferenceRecord,
  listConferenceRecords,
  rememberConference,
  removeConferenceRecordWrite,
} from './repository.ts';

/** A member's attendance at a conference, in the organisers' words; every text but the name may be empty. */
export type Attendance = Omit<ConferenceRecord, 'id'>;

/** Derived from the attendance, so that a list can be imported twice. The link may change and is therefore left out. */
export const conferenceRecordId = ({ name, venue, date }: Attendance): string =>
  createHash('sha256')
    .update([name, venue, date].map((text) => canonicalize(text).replace(/\s+/g, ' ')).join('\n'))
    .digest('hex')
    .slice(0, 16);

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
 * the same attempt id recognises its own record. Nothing is written about an account that was deleted in the meantime.
 */
export async function insertConferenceRecord(
  context: WithTable,
  uid: string,
  attendance: Attendance,
  auditWrites: readonly TableWrite[],
  attemptId: string,
): Promise<'added' | 'exists' | 'member-not-found'> {
  const record = { ...attendance, id: conferenceRecordId(attendance) };
  await rememberConference(context, record);
  const failed = await context.table.commit(
    [insertConferenceRecordWrite(uid, record, attemptId), expectMemberWrite(uid, { uid }), ...auditWrites],
    attemptId,
  );
  if (failed.some(({ label }) => label === 'member')) return 'member-not-found';
  const [inTheWay] = failed;
  return !inTheWay || isOwnConferenceRecord(inTheWay, attemptId) ? 'added' : 'exists';
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
  const failed = await commitWithEntry(context, entry, [removeConferenceRecordWrite(uid, record)]);
  if (failed.length > 0) throw new DomainError('conference-record-not-found');
}
