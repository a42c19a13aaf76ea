import { type Member, Session } from '../members/member.ts';
import { parseMember } from '../members/repository.ts';
import type { WithTable } from '../platform/context.ts';
import { listRows, readRows } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { parseItem, seconds } from '../platform/table/table.ts';
import { put, remove, update, updateIf } from '../platform/table/writes.ts';

/** Rows are deleted a day after the longest possible session. */
const RETENTION_SECONDS = 31 * 86_400;

export const sessionRow = (session: Session) => ({
  ...keys.session(session.uid, session.id),
  ...session,
  expiresAt: seconds(new Date(session.signedInAt)) + RETENTION_SECONDS,
});

/** All sessions of a member, expired ones included. */
export async function listSessions(context: WithTable, uid: string): Promise<Session[]> {
  return listRows(context.table, keyPrefixes.sessions(uid), Session);
}

export const insertSessionWrite = (session: Session) => put('session', sessionRow(session));

export const deleteSessionWrite = ({ uid, id }: Session) => remove('session', keys.session(uid, id));

/** Keeps this session through a change of its member's epoch, which ends all others; fails if it has ended. */
export const moveSessionToEpochWrite = ({ uid, id }: Session, epoch: number) =>
  update('session', keys.session(uid, id), { epoch });

export async function touchSession(context: WithTable, { uid, id }: Session, seenAt: Date): Promise<void> {
  await updateIf(context.table, keys.session(uid, id), {
    // A session that ends at the same moment must not come back as half a row.
    onlyIf: 'attribute_exists(pk)',
    update: 'SET lastSeenAt = :seenAt',
    values: { ':seenAt': seenAt.toISOString() },
  });
}

/** Records when the second factor was given; null for not given. Does nothing for a session that has ended. */
export async function setSessionSecondFactorAt(
  context: WithTable,
  { uid, id }: Session,
  at: Date | null,
): Promise<void> {
  const key = keys.session(uid, id);
  await context.table.commit([
    at
      ? update('session', key, { secondFactorAt: at.toISOString() })
      : update('session', key, {}, {}, ['secondFactorAt']),
  ]);
}

export async function deleteSession(context: WithTable, uid: string, id: string): Promise<void> {
  await context.table.call('DeleteItem', { Key: keys.session(uid, id) });
}

/** In one call of the table. */
export async function findSessionAndMember(
  context: WithTable,
  uid: string,
  id: string,
): Promise<{ session: Session | undefined; member: Member | undefined }> {
  const [session, member] = await readRows(context.table, [keys.session(uid, id), keys.member(uid)]);
  return { session: session && parseItem(Session, session), member: member && parseMember(member) };
}
