import { accountEntry, logAccountEntry } from '../audit/account-entry.ts';
import type { Caller, Member } from '../members/member.ts';
import type { Runtime } from '../platform/runtime.ts';
import { isSessionLive, referenceOf, type Session, type Sessions } from './session.ts';

export interface SignedInDevice {
  reference: string;
  current: boolean;
  signedInAt: string;
  lastSeenAt: string;
  remembered: boolean;
  browser: string;
  network: string;
}

type Deps = Pick<Runtime, 'now'> & { sessions: Sessions };

const liveOf = async ({ now, sessions }: Deps, member: Member): Promise<Session[]> =>
  (await sessions.of(member.uid)).filter((session) => isSessionLive(session, member, now()));

/** Where the member is signed in, the caller's own place first, then the latest seen. */
export async function listDevices(deps: Deps, { member, session: own }: Caller): Promise<SignedInDevice[]> {
  const places = (await liveOf(deps, member)).map((session) => ({
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
  { sessions }: Pick<Deps, 'sessions'>,
  { member, session: own }: Caller,
): Promise<Session[]> => (await sessions.of(member.uid)).filter(({ id }) => id !== own.id);

/** Ends the named session, or all but the caller's own. One that is gone is as good as ended. */
export async function signOutOtherDevices(
  deps: Runtime & { sessions: Sessions },
  caller: Caller,
  reference?: string,
): Promise<void> {
  const { member, source } = caller;
  const others = (await otherSessions(deps, caller)).filter(
    (session) => reference === undefined || referenceOf(session) === reference,
  );
  const [first] = others;
  if (!first) return;
  const { uid } = member;
  const entry = accountEntry(
    deps,
    source,
    reference === undefined
      ? { action: 'end-other-sessions', uid, details: { devices: String(others.length) } }
      : { action: 'end-session', uid, details: { device: first.browser } },
  );
  await deps.sessions.end(others, entry);
  logAccountEntry(deps, entry);
}
