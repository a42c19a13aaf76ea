import * as z from 'zod/mini';
import { type Caller, isSessionLive, sessionReference } from '../members/member.ts';
import type { Context } from '../platform/context.ts';
import type { CallSource } from '../platform/runtime.ts';
import { DomainError } from '../shared/domain-error.ts';
import { deleteSession, findSessionAndMember, touchSession } from './session-repository.ts';

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
  const { session, member } = await findSessionAndMember(context, claims.uid, claims.sessionId);
  if (!session || !member || !isSessionLive(session, member, now)) throw new DomainError('unauthenticated');
  if (now.getTime() - Date.parse(session.lastSeenAt) >= TOUCH_INTERVAL_MS) {
    // Not worth failing the call: the next one writes it.
    await touchSession(context, session, now).catch((cause: unknown) =>
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
