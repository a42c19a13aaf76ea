import { type AdminAction, auditEntryFor } from '../audit/audit.ts';
import type { Attendance } from '../conferences/conference.ts';
import { loadMemberForAction } from '../members/members.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { DeskDeps } from './admin-action.ts';

export async function addConferenceRecord(
  deps: DeskDeps,
  deed: AdminAction,
  attendance: Attendance,
): Promise<'added' | 'known'> {
  await loadMemberForAction(deps, deed);
  const { name, venue, date } = attendance;
  const entry = auditEntryFor(deps, deed, 'add-conference-record', { name, venue, date });
  return deps.conferences.add(deed.uid, attendance, entry);
}

export async function removeConferenceRecord(deps: DeskDeps, deed: AdminAction, id: string): Promise<void> {
  await loadMemberForAction(deps, deed);
  const record = (await deps.conferences.of(deed.uid)).find((each) => each.id === id);
  if (!record) throw new DomainError('conference-record-not-found');
  const { name, venue, date } = record;
  const entry = auditEntryFor(deps, deed, 'remove-conference-record', { name, venue, date });
  if (!(await deps.conferences.remove(deed.uid, record, entry)))
    throw new DomainError('conference-record-not-found');
}
