import * as z from 'zod/mini';
import type { AccountAction, AuditAction, AuditField, AuditRole } from '#shared/audit-choices';
import { toHex } from '#shared/text';
import type { KeyedHash } from '../platform/keyed-hash.ts';
import type { CallSource, Runtime } from '../platform/runtime.ts';

/** A signed-in person, or anybody with access to the operator's command line. */
export const Actor = z.discriminatedUnion('by', [
  z.object({ by: z.literal('person'), uid: z.string(), username: z.string() }),
  z.object({ by: z.literal('operator') }),
]);
export type Actor = z.output<typeof Actor>;

export const OPERATOR: Actor = { by: 'operator' };

export const actorFromMember = ({ uid, username }: { uid: string; username: string }): Actor => ({
  by: 'person',
  uid,
  username,
});

/** The actor of an entry: one of these, the member whom the entry is about, or somebody without a session. */
export const AuditActor = z.discriminatedUnion('by', [
  ...Actor.def.options,
  z.object({ by: z.literal('member') }),
  z.object({ by: z.literal('anonymous') }),
]);
export type AuditActor = z.output<typeof AuditActor>;

/** The actor as the audit log shows them: an administrator's username, otherwise the role. */
export const actorName = (actor: AuditActor): string => (actor.by === 'person' ? actor.username : actor.by);

/** The actor as the member sees them: the role, without the administrator's name. */
const actorRole = (actor: AuditActor): AuditRole => (actor.by === 'person' ? 'administrator' : actor.by);

export type AuditDetails = Partial<Record<AuditField, string>>;

export interface AuditEntry {
  /** Together with `at`, the entry's sort key in the log: writing the same id twice makes one entry. */
  id: string;
  /** ISO 8601, UTC. */
  at: string;
  actor: AuditActor;
  action: AuditAction;
  /**
   * The member whom the entry is about; absent where it is about many or none. Once the account is deleted, a uid
   * identifies nobody.
   */
  about?: string | undefined;
  /** The actor's own words; empty for actions that ask for no reason. */
  reason: string;
  /** What was done, field by field, in words that people read. */
  details: AuditDetails;
  /** Stored beside the entry for some days, not in it, so that a repeat of the action is recognised. */
  attemptId?: string | undefined;
}

export type AuditEntryInput = Pick<AuditEntry, 'actor' | 'action'> &
  Partial<Pick<AuditEntry, 'about' | 'reason' | 'details' | 'attemptId'>>;

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

/** Enough to recognise a known address: audit entries outlive the account. */
export const maskAddress = (address: string): string => address.replace(/^(.).*(?=@)/u, '$1***');

/** What an administrator or operator does to a member, why, and which version of the member they had seen. */
export interface AdminAction {
  actor: Actor;
  uid: string;
  reason: string;
  /** Absent on the command line, which shows no version. */
  version?: number | undefined;
  /** Absent where nobody repeats a call whose reply was lost. */
  attemptId?: string | undefined;
}

/** The entry about an action, to be written in the action's transaction. */
export const auditEntryFor = (
  context: Pick<Runtime, 'now' | 'randomBytes'>,
  { actor, uid, reason, attemptId }: AdminAction,
  action: AuditAction,
  details: AuditDetails = {},
): AuditEntry => createAuditEntry(context, { actor, action, about: uid, reason, details, attemptId });

export interface AccountEvent {
  action: AccountAction;
  uid: string;
  /** `anonymous` where no session proves that it was the member. */
  by?: 'member' | 'anonymous';
  details?: AuditDetails;
  /** As of an `AuditEntry`. */
  attemptId?: string;
}

/** An entry about a change of an account, to be written in the same transaction. */
export const createAccountEntry = (
  context: Pick<Runtime, 'now' | 'randomBytes'>,
  { network, browser }: CallSource,
  { uid, by = 'member', details, ...event }: AccountEvent,
): AuditEntry =>
  createAuditEntry(context, {
    ...event,
    actor: { by },
    about: uid,
    details: { ...details, network, browser },
  });

/** Logs an entry after it was written, without addresses and names, and with a hash of the network: these stay in the table. */
export const logAccountEntry = (
  { log, keyedHash }: Pick<Runtime, 'log'> & { keyedHash: KeyedHash },
  { action, about, actor, details: { network } }: AuditEntry,
): void =>
  log({
    level: 'info',
    event: 'account',
    action,
    uid: about,
    by: actor.by,
    network: network === undefined ? undefined : keyedHash.hashForLog(network),
  });

/** A page of entries as the API sends it; `usernames` maps the uids that still have an account. */
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
