import type { Ambient } from '../ambient.ts';
import { accountEntry, logAccountEntry } from '../audit/account-entry.ts';
import type { Member } from '../members/member.ts';
import type { Caller } from './authenticate.ts';
import { isLive, referenceOf, type Session, type Sessions } from './session.ts';

export interface SignedInPlace {
  reference: string;
  current: boolean;
  signedInAt: string;
  lastSeenAt: string;
  remembered: boolean;
  browser: string;
  network: string;
}

type Needs = Pick<Ambient, 'clock'> & { sessions: Sessions };

const liveOf = async ({ clock, sessions }: Needs, member: Member): Promise<Session[]> =>
  (await sessions.of(member.uid)).filter((session) => isLive(session, member, clock()));

/** Where the member is signed in, the caller's own place first, then the latest seen. */
export async function signedInPlaces(
  needs: Needs,
  { member, session: own }: Caller,
): Promise<SignedInPlace[]> {
  const places = (await liveOf(needs, member)).map((session) => ({
    reference: referenceOf(session),
    current: session.id === own.id,
    signedInAt: session.signedInAt,
    lastSeenAt: session.lastSeenAt,
    remembered: session.remembered,
    browser: session.browser,
    network: session.network,
  }));
  return places.toSorted(
    (a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt),
  );
}

/** All rows but that of the caller's own session. */
export const otherSessions = async (
  { sessions }: Pick<Needs, 'sessions'>,
  { member, session: own }: Caller,
): Promise<Session[]> => (await sessions.of(member.uid)).filter(({ id }) => id !== own.id);

/** Ends the named session, or all but the caller's own. One that is gone is as good as ended. */
export async function endOtherSessions(
  needs: Ambient & { sessions: Sessions },
  caller: Caller,
  reference?: string,
): Promise<void> {
  const { member, source } = caller;
  const others = (await otherSessions(needs, caller)).filter(
    (session) => reference === undefined || referenceOf(session) === reference,
  );
  const [first] = others;
  if (!first) return;
  const { uid } = member;
  const entry = accountEntry(
    needs,
    source,
    reference === undefined
      ? { action: 'end-other-sessions', uid, details: { devices: String(others.length) } }
      : { action: 'end-session', uid, details: { device: first.browser } },
  );
  await needs.sessions.end(others, entry);
  logAccountEntry(needs, entry);
}
