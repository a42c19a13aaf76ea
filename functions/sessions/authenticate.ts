import type { Caller, Members } from '../members/member.ts';
import type { CallSource, Runtime } from '../platform/runtime.ts';
import { DomainError } from '../shared/domain-error.ts';
import { isSessionLive, referenceOf, type Sessions, type SessionTokens } from './session.ts';

type Deps = Runtime & { members: Pick<Members, 'find'>; sessions: Sessions; tokens: SessionTokens };

const TOUCH_INTERVAL_MS = 5 * 60_000;

/** Who holds this token now; refuses with `unauthenticated`. Role and state come from the member's row, never from the token. */
export async function authenticate(
  deps: Deps,
  token: string | undefined,
  source: CallSource,
): Promise<Caller> {
  const now = deps.now();
  const claims = token === undefined ? undefined : await deps.tokens.read(token, now);
  if (!claims) throw new DomainError('unauthenticated');
  // In one turn of the event loop: the table is asked once for both.
  const [session, member] = await Promise.all([
    deps.sessions.findSession(claims.uid, claims.sessionId),
    deps.members.find(claims.uid),
  ]);
  if (!session || !member || !isSessionLive(session, member, now)) throw new DomainError('unauthenticated');
  if (now.getTime() - Date.parse(session.lastSeenAt) >= TOUCH_INTERVAL_MS) {
    // Not worth a failed call: the next one writes it.
    await deps.sessions
      .touch(session, now)
      .catch((cause: unknown) => deps.log({ level: 'warning', event: 'session-touch-failed', cause }));
  }
  return { member, session, source };
}

/** Ends the session that the token names, be it outdated; a token that is not ours names none. */
export async function signOut(
  deps: Pick<Deps, 'log' | 'sessions' | 'tokens'>,
  token: string | undefined,
  network: string,
): Promise<void> {
  const claims = token === undefined ? undefined : await deps.tokens.read(token, null);
  if (!claims) return;
  const { uid, sessionId } = claims;
  await deps.sessions.remove(uid, sessionId);
  deps.log({
    level: 'info',
    event: 'sign-out',
    uid,
    session: referenceOf({ id: sessionId }),
    network,
  });
}
