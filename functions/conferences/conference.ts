import { createHash } from 'node:crypto';
import { canonicalize } from '#shared/text';
import { type AdminAction, auditEntryFor } from '../audit/audit.ts';
import type { AuditLog } from '../audit/repository.ts';
import { loadMemberForAction } from '../members/members.ts';
import type { Members } from '../members/repository.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Table, TableWrite } from '../platform/table/table.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { ConferenceRecord, ConferenceRecords } from './repository.ts';

/** A member's attendance at a conference, in the organisers' words; every text but the name may be empty. */
export type Attendance = Omit<ConferenceRecord, 'id'>;

export interface ConferencesDeps extends Runtime {
  table: Pick<Table, 'commit'>;
  members: Members;
  conferenceRecords: ConferenceRecords;
  audit: AuditLog;
}

/** Derived from the attendance, so that a list can be imported twice. The link may change and is therefore left out. */
export const conferenceRecordId = ({ name, venue, date }: Attendance): string =>
  createHash('sha256')
    .update([name, venue, date].map((text) => canonicalize(text).replace(/\s+/g, ' ')).join('\n'))
    .digest('hex')
    .slice(0, 16);

/** @throws `member-not-found`, `member-conflict` */
export async function addConferenceRecord(
  deps: ConferencesDeps,
  action: AdminAction,
  attendance: Attendance,
): Promise<'added' | 'exists'> {
  const { uid } = await loadMemberForAction(deps, action);
  const { name, venue, date } = attendance;
  const entry = auditEntryFor(deps, action, 'add-conference-record', { name, venue, date });
  const auditWrites = deps.audit.entryWrites(entry);
  const result = await insertConferenceRecord(deps, uid, attendance, auditWrites, entry.id);
  if (result === 'member-not-found') throw new DomainError(result);
  return result;
}

/**
 * Adds one record for a name, venue and date, however often it is called: `exists` if there is one already. A retry with
 * the same attempt id recognises its own record. Nothing is written about an account that was deleted in the meantime.
 */
export async function insertConferenceRecord(
  { table, members, conferenceRecords }: Pick<ConferencesDeps, 'table' | 'members' | 'conferenceRecords'>,
  uid: string,
  attendance: Attendance,
  auditWrites: readonly TableWrite[],
  attemptId: string,
): Promise<'added' | 'exists' | 'member-not-found'> {
  const record = { ...attendance, id: conferenceRecordId(attendance) };
  await conferenceRecords.listConference(record);
  const failed = await table.commit(
    [
      conferenceRecords.insertWrite(uid, record, attemptId),
      members.expectWrite(uid, { uid }),
      ...auditWrites,
    ],
    attemptId,
  );
  if (failed.some(({ label }) => label === 'member')) return 'member-not-found';
  const [inTheWay] = failed;
  return !inTheWay || conferenceRecords.isOwnAttempt(inTheWay, attemptId) ? 'added' : 'exists';
}

/** @throws `member-not-found`, `member-conflict`, `conference-record-not-found` */
export async function removeConferenceRecord(
  deps: ConferencesDeps,
  action: AdminAction,
  id: string,
): Promise<void> {
  const { uid } = await loadMemberForAction(deps, action);
  const record = (await deps.conferenceRecords.listRecords(uid)).find((each) => each.id === id);
  if (!record) throw new DomainError('conference-record-not-found');
  const { name, venue, date } = record;
  const entry = auditEntryFor(deps, action, 'remove-conference-record', { name, venue, date });
  const failed = await deps.table.commit(
    [deps.conferenceRecords.removeWrite(uid, record), ...deps.audit.entryWrites(entry)],
    entry.id,
  );
  if (failed.length > 0) throw new DomainError('conference-record-not-found');
}
