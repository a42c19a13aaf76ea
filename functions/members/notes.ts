import { toHex } from '#shared/text';
import { type Actor, actorName, createAuditEntry } from '../audit/audit.ts';
import type { AuditLog } from '../audit/repository.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Table } from '../platform/table/table.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { Note, Notes } from './note-repository.ts';
import type { Members } from './repository.ts';

export interface NotesDeps extends Pick<Runtime, 'now' | 'randomBytes'> {
  table: Pick<Table, 'commit'>;
  members: Pick<Members, 'expectWrite'>;
  notes: Notes;
  audit: AuditLog;
}

/** The audit log says who wrote a note, not what it says. @throws `member-not-found` */
export async function addNote(
  deps: NotesDeps,
  actor: Actor,
  uid: string,
  text: string,
  attemptId?: string,
): Promise<Note> {
  const at = deps.now().toISOString();
  const note = { id: `${at}#${toHex(deps.randomBytes(16))}`, at, author: actorName(actor), text };
  const failed = await deps.table.commit([
    // Without it, a note could outlive an account that is deleted just now.
    deps.members.expectWrite(uid, { uid }),
    deps.notes.insertWrite(uid, note),
    ...deps.audit.entryWrites(createAuditEntry(deps, { actor, action: 'add-note', about: uid, attemptId })),
  ]);
  if (failed.length > 0) throw new DomainError('member-not-found');
  return note;
}

/** @throws `note-not-found` */
export async function deleteNote(deps: NotesDeps, actor: Actor, uid: string, id: string): Promise<void> {
  const failed = await deps.table.commit([
    deps.notes.deleteWrite(uid, id),
    ...deps.audit.entryWrites(createAuditEntry(deps, { actor, action: 'delete-note', about: uid })),
  ]);
  if (failed.length > 0) throw new DomainError('note-not-found');
}
