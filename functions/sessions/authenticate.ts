import type { CallSource } from '../audit/account-entry.ts';
import type { Member } from '../members/member.ts';
import type { Runtime } from '../platform/runtime.ts';
import { DomainError } from '../shared/domain-error.ts';
import { isSessionLive, referenceOf, type Session, type Sessions, type SessionTokens } from './session.ts';

export interface Caller {
  member: Member;
  session: Session;
  /** Of this call: a stolen token comes from elsewhere than its session was begun. */
  source: CallSource;
}

type Deps = Runtime & { sessions: Sessions; tokens: SessionTokens };

const TOUCH_INTERVAL_MS = 5 * 60_000;

/** Who holds this token now; refuses with `unauthenticated`. Role and state come from the member's row, never from the token. */
export async function authenticate(
  deps: Deps,
  token: string | undefined,
  source: CallSource,
): Promise<Caller> {
  const now = deps.now();
  const claims = token === undefined ? undefined : await deps.tokens.read(token, now);
  const caller = claims && (await deps.sessions.findSession(claims.uid, claims.sessionId));
  if (!caller || !isSessionLive(caller.session, caller.member, now)) throw new DomainError('unauthenticated');
  if (now.getTime() - Date.parse(caller.session.lastSeenAt) >= TOUCH_INTERVAL_MS) {
    // Not worth a refusal: the next call writes it.
    await deps.sessions
      .touch(caller.session, now)
      .catch((cause: unknown) => deps.log({ level: 'warning', event: 'session-touch-failed', cause }));
  }
  return { ...caller, source };
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
