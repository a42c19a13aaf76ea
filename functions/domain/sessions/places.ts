import { createHash } from 'node:crypto';
import type { Ambient } from '../ambient.ts';
import type { Member } from '../members/member.ts';
import type { Caller } from './authenticate.ts';
import { isLive, type Session, type Sessions } from './session.ts';

export interface SignedInPlace {
  reference: string;
  current: boolean;
  signedInAt: string;
  lastSeenAt: string;
  remembered: boolean;
  browser: string;
  network: string;
}

/** Names a session to its owner without being worth anything: the id itself is half of a credential. */
export const referenceOf = (session: Session): string =>
  createHash('sha256').update(session.id).digest('hex').slice(0, 16);

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

/** Ends the named session, or all but the caller's own. One that is gone is as good as ended. */
export async function endOtherSessions(
  needs: Needs,
  { member, session: own }: Caller,
  reference?: string,
): Promise<void> {
  const others = (await needs.sessions.of(member.uid)).filter(
    (session) => session.id !== own.id && (reference === undefined || referenceOf(session) === reference),
  );
  for (const { uid, id } of others) await needs.sessions.remove(uid, id);
}
