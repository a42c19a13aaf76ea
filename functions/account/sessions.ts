import * as z from 'zod/mini';
import { type Caller, isSessionLive, Session, sessionReference } from '../members/member.ts';
import { parseMember } from '../members/repository.ts';
import type { Context, WithTable } from '../platform/context.ts';
import type { CallSource } from '../platform/runtime.ts';
import { listRows, readRows } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { parseItem, seconds } from '../platform/table/table.ts';
import { put, remove, update, updateIf } from '../platform/table/writes.ts';
import { DomainError } from '../shared/domain-error.ts';

/** Keeps a session's token from being accepted as one of another kind. */
export const sessionTokenKind = { type: 'ag-session+jwt', audience: 'member' };

const Claims = z.object({ sub: z.string(), jti: z.string() });

/**
 * The session in a token; undefined unless the token is ours, unchanged and not expired at `now`. Null ignores the
 * expiry.
 */
export async function readSessionToken(
  { sessionTokens }: Pick<Context, 'sessionTokens'>,
  token: string | undefined,
  now: Date | null,
): Promise<{ uid: string; sessionId: string } | undefined> {
  if (token === undefined) return undefined;
  const claims = Claims.safeParse(await sessionTokens.verify(token, now));
  return claims.success ? { uid: claims.data.sub, sessionId: claims.data.jti } : undefined;
}

const TOUCH_INTERVAL_MS = 5 * 60_000;

/**
 * The member and session of a token. Role and state come from the member's row, never from the token.
 * @throws `unauthenticated`
 */
export async function authenticate(
  context: Pick<Context, 'table' | 'sessionTokens' | 'now' | 'log'>,
  token: string | undefined,
  source: CallSource,
): Promise<Caller> {
  const now = context.now();
  const claims = await readSessionToken(context, token, now);
  if (!claims) throw new DomainError('unauthenticated');
  const { uid, sessionId } = claims;
  // In one call of the table.
  const places = [keys.session(uid, sessionId), keys.member(uid)];
  const [sessionItem, memberItem] = await readRows(context.table, places);
  const session = sessionItem && parseItem(Session, sessionItem);
  const member = memberItem && parseMember(memberItem);
  if (!session || !member || !isSessionLive(session, member, now)) throw new DomainError('unauthenticated');
  if (now.getTime() - Date.parse(session.lastSeenAt) >= TOUCH_INTERVAL_MS) {
    const touched = updateIf(context.table, keys.session(uid, sessionId), {
      // A session that ends at the same moment must not come back as half a row.
      onlyIf: 'attribute_exists(pk)',
      update: 'SET lastSeenAt = :seenAt',
      values: { ':seenAt': now.toISOString() },
    });
    // Not worth failing the call: the next one writes it.
    await touched.catch((cause: unknown) =>
      context.log({ level: 'warn', event: 'session-touch-failed', cause }),
    );
  }
  return { member, session, source };
}

/** Ends the session of the token, even of an expired one; does nothing for a token that is not ours. */
export async function signOut(
  context: Pick<Context, 'table' | 'keyedHash' | 'sessionTokens' | 'log'>,
  token: string | undefined,
  network: string,
): Promise<void> {
  const claims = await readSessionToken(context, token, null);
  if (!claims) return;
  const { uid, sessionId } = claims;
  await deleteSession(context, uid, sessionId);
  const session = sessionReference({ id: sessionId });
  const hashed = context.keyedHash.hashForLog(network);
  context.log({ level: 'info', event: 'sign-out', uid, session, network: hashed });
}

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
