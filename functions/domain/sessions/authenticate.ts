import type { Ambient } from '../ambient.ts';
import type { CallSource } from '../audit/account-entry.ts';
import type { Member } from '../members/member.ts';
import { Refusal } from '../refusal.ts';
import { isLive, referenceOf, type Session, type Sessions, type SessionTokens } from './session.ts';

export interface Caller {
  member: Member;
  session: Session;
  /** Of this call: a stolen token comes from elsewhere than its session was begun. */
  source: CallSource;
}

type Needs = Ambient & { sessions: Sessions; tokens: SessionTokens };

const TOUCH_EVERY = 5 * 60_000;

/** Who holds this token now; refuses with `unauthenticated`. Role and state come from the member's row, never from the token. */
export async function authenticate(
  needs: Needs,
  token: string | undefined,
  source: CallSource,
): Promise<Caller> {
  const now = needs.clock();
  const claims = token === undefined ? undefined : await needs.tokens.read(token, now);
  const caller = claims && (await needs.sessions.findWithMember(claims.uid, claims.sessionId));
  if (!caller || !isLive(caller.session, caller.member, now)) throw new Refusal('unauthenticated');
  if (now.getTime() - Date.parse(caller.session.lastSeenAt) >= TOUCH_EVERY) {
    // Not worth a refusal: the next call writes it.
    await needs.sessions
      .touch(caller.session, now)
      .catch((cause: unknown) => needs.report({ level: 'warning', event: 'session-not-touched', cause }));
  }
  return { ...caller, source };
}

/** Ends the session that the token names, be it outdated; a token that is not ours names none. */
export async function signOut(
  needs: Pick<Needs, 'report' | 'sessions' | 'tokens'>,
  token: string | undefined,
  network: string,
): Promise<void> {
  const claims = token === undefined ? undefined : await needs.tokens.read(token, null);
  if (!claims) return;
  const { uid, sessionId } = claims;
  await needs.sessions.remove(uid, sessionId);
  needs.report({
    level: 'info',
    event: 'sign-out',
    uid,
    session: referenceOf({ id: sessionId }),
    network,
  });
}
