import type { AuditAction, AuditRole } from '#shared/choices';
import { toHex } from '#shared/text';
import type { Runtime } from '../platform/runtime.ts';
import type { TableWrite } from '../platform/table/writes.ts';

/** A person who is signed in, or whoever has the keys of the operator's command line. */
export type Actor = { by: 'person'; uid: string; username: string } | { by: 'operator' };

export const OPERATOR: Actor = { by: 'operator' };

export const actorFromMember = ({ uid, username }: { uid: string; username: string }): Actor => ({
  by: 'person',
  uid,
  username,
});

/** Who did what an entry says: one of these, the member whom it is about, or somebody without a session. */
export type AuditActor = Actor | { by: 'member' } | { by: 'anonymous' };

/** As the log says it: an administrator's username, or who else it was. */
export const actorName = (actor: AuditActor): string => (actor.by === 'person' ? actor.username : actor.by);

/** As the member is told whom it was done to: not which administrator. */
export const actorRole = (actor: AuditActor): AuditRole =>
  actor.by === 'person' ? 'administrator' : actor.by;

export interface AuditEntry {
  /** With the instant, the entry's place in the log; a repeated write with the same id is one entry. */
  id: string;
  /** ISO 8601, UTC. */
  at: string;
  actor: AuditActor;
  action: AuditAction;
  /** Whose row it was about; absent where it was about many or none. A uid names nobody once the account is gone. */
  about?: string | undefined;
  /** The actor's own words; empty where none are asked for. */
  reason: string;
  /** What was done, field by field, as a person would want to read it. */
  details: Record<string, string>;
}

export type AuditEntryInput = Pick<AuditEntry, 'actor' | 'action'> &
  Partial<Pick<AuditEntry, 'about' | 'reason' | 'details'>>;

export const auditEntry = (
  { now, randomBytes }: Pick<Runtime, 'now' | 'randomBytes'>,
  act: AuditEntryInput,
): AuditEntry => ({
  reason: '',
  details: {},
  ...act,
  id: toHex(randomBytes(8)),
  at: now().toISOString(),
});

/** What somebody does to a member, why, and which version of the member they looked at when they decided to. */
export interface AdminAction {
  actor: Actor;
  uid: string;
  reason: string;
  /** Absent on the command line, where nothing was on a screen. */
  version?: number | undefined;
}

/** The entry about an action, to be written in its transaction. */
export const auditEntryFor = (
  deps: Pick<Runtime, 'now' | 'randomBytes'>,
  { actor, uid, reason }: AdminAction,
  action: AuditAction,
  details: AuditEntry['details'] = {},
): AuditEntry => auditEntry(deps, { actor, action, about: uid, reason, details });

export interface AuditPage {
  /** The latest first. */
  entries: AuditEntry[];
  /** Where the next page begins; absent after the last. */
  next?: string;
}

/** Acts that change a row are written in that row's own transaction (`auditRows` of the store). */
export interface AuditLog {
  /** An entry as writes of the transaction that it is about: in the log, and beside the member. */
  entryWrites(entry: AuditEntry): TableWrite[];
  /** Beside the member alone: of ten thousand rows of an import the log has one entry. */
  memberEntryWrites(entry: AuditEntry): TableWrite[];
  /** For what changes no row: reading, exporting. */
  write(entry: AuditEntry): Promise<void>;
  /** One month, YYYY-MM in UTC. */
  ofMonth(month: string, limit: number, from?: string): Promise<AuditPage>;
  /** What was done to this member. */
  about(uid: string, limit: number, from?: string): Promise<AuditPage>;
  /** Takes away what lies beside this member; the log keeps its entries, which name nobody without the account. */
  removeAbout(uid: string): Promise<void>;
}
