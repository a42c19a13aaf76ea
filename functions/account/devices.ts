import type { SignedInDevice } from '#contract/account';
import { batchesOf } from '#shared/paging';
import { createAccountEntry, logAccountEntry } from '../audit/audit.ts';
import { auditEntryWrites } from '../audit/repository.ts';
import { type Caller, isSessionLive, type Session, sessionReference } from '../members/member.ts';
import type { Context, WithTable } from '../platform/context.ts';
import { MAX_WRITES } from '../platform/table/table.ts';
import { deleteSession, deleteSessionWrite, listSessions } from './sessions.ts';

/** The member's signed-in devices: the caller's own first, then by the last call. */
export async function listDevices(
  context: Pick<Context, 'table' | 'now'>,
  { member, session: own }: Caller,
): Promise<SignedInDevice[]> {
  const live = (await listSessions(context, member.uid)).filter((session) =>
    isSessionLive(session, member, context.now()),
  );
  const devices = live.map((session) => ({
    reference: sessionReference(session),
    current: session.id === own.id,
    signedInAt: session.signedInAt,
    lastSeenAt: session.lastSeenAt,
    remembered: session.remembered,
    browser: session.browser,
    network: session.network,
  }));
  return devices.toSorted(
    (a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt),
  );
}

/** All sessions of the member but the caller's own, expired ones included. */
async function listOtherSessions(context: WithTable, { member, session: own }: Caller): Promise<Session[]> {
  return (await listSessions(context, member.uid)).filter(({ id }) => id !== own.id);
}

/** Ends all sessions of the member but the caller's own, without an audit entry: the change that calls it has one. */
export async function endOtherSessions(context: WithTable, caller: Caller): Promise<void> {
  for (const { uid, id } of await listOtherSessions(context, caller)) await deleteSession(context, uid, id);
}

/** Ends the named session, or all but the caller's own. A session that has already ended is no error. */
export async function signOutOtherDevices(
  context: Pick<Context, 'table' | 'keyedHash' | 'now' | 'randomBytes' | 'log'>,
  caller: Caller,
  reference?: string,
): Promise<void> {
  const { uid } = caller.member;
  const others = (await listOtherSessions(context, caller)).filter(
    (session) => reference === undefined || sessionReference(session) === reference,
  );
  const [first] = others;
  if (!first) return;
  const entry = createAccountEntry(
    context,
    caller.source,
    reference === undefined
      ? { action: 'end-other-sessions', uid, details: { devices: String(others.length) } }
      : { action: 'end-session', uid, details: { device: first.browser } },
  );
  const writes = [...auditEntryWrites(entry), ...others.map(deleteSessionWrite)];
  for (const some of batchesOf(writes, MAX_WRITES)) await context.table.commit(some);
  logAccountEntry(context, entry);
}
