import type { AccountAction, AuditAction, AuditRole } from '#shared/choices';
import { toHex } from '#shared/text';
import type { CallSource, Runtime } from '../platform/runtime.ts';

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

/** As the member learns it: not which administrator. */
export const actorRole = (actor: AuditActor): AuditRole =>
  actor.by === 'person' ? 'administrator' : actor.by;

export interface AuditEntry {
  /** With the instant, the entry's sort key in the log; a repeated write with the same id is one entry. */
  id: string;
  /** ISO 8601, UTC. */
  at: string;
  actor: AuditActor;
  action: AuditAction;
  /** The member whom it is about; absent where it is about many or none. A uid names nobody once the account is deleted. */
  about?: string | undefined;
  /** The actor's own words; empty where none are asked for. */
  reason: string;
  /** What was done, field by field, as a person would want to read it. */
  details: Record<string, string>;
}

export type AuditEntryInput = Pick<AuditEntry, 'actor' | 'action'> &
  Partial<Pick<AuditEntry, 'about' | 'reason' | 'details'>>;

export const createAuditEntry = (
  { now, randomBytes }: Pick<Runtime, 'now' | 'randomBytes'>,
  input: AuditEntryInput,
): AuditEntry => ({
  reason: '',
  details: {},
  ...input,
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
): AuditEntry => createAuditEntry(deps, { actor, action, about: uid, reason, details });

interface AccountEvent {
  action: AccountAction;
  uid: string;
  /** `anonymous` where no session says that it was the member. */
  by?: 'member' | 'anonymous';
  details?: Record<string, string>;
}

/** An entry about what somebody did to an account, to be written in the transaction that does it. */
export const createAccountEntry = (
  deps: Pick<Runtime, 'now' | 'randomBytes'>,
  { network, browser }: CallSource,
  { action, uid, by = 'member', details }: AccountEvent,
): AuditEntry =>
  createAuditEntry(deps, { actor: { by }, action, about: uid, details: { ...details, network, browser } });

/** Logs what the entry says, once it is written; addresses and names stay in the table. */
export const logAccountEntry = (
  { log }: Pick<Runtime, 'log'>,
  { action, about, actor, details }: AuditEntry,
): void =>
  log({
    level: 'info',
    event: 'account',
    action,
    uid: about,
    by: actor.by,
    network: details['network'],
  });

/** A page of entries as the wire has it; `usernames` by uid, of those who still have an account. */
export const toAuditPageReply = (
  { entries, ...page }: { entries: readonly AuditEntry[]; next?: string },
  {
    namesAdministrators = true,
    usernames,
  }: { namesAdministrators?: boolean; usernames?: ReadonlyMap<string, string> } = {},
) => ({
  ...page,
  items: entries.map(({ actor, about, ...entry }) => ({
    ...entry,
    by: actorRole(actor),
    ...(namesAdministrators && actor.by === 'person' && { administrator: actor.username }),
    ...(about !== undefined && { about: { uid: about, username: usernames?.get(about) } }),
  })),
});
