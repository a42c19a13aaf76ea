import { createHash } from 'node:crypto';
import type { MemberState, Role } from '#shared/choices';
import type { AuditEntry } from '../audit/audit.ts';

export interface Session {
  uid: string;
  /** Random id, the token's `jti`. */
  id: string;
  epoch: number;
  remembered: boolean;
  /** ISO 8601, UTC. */
  signedInAt: string;
  lastSeenAt: string;
  /** When the second factor was last given; absent where it was not. */
  secondFactorAt?: string | undefined;
  /** What the browser says of itself, and where it came from: for the member's own eyes. */
  browser: string;
  network: string;
}

/** What a session needs to know of its member. */
export interface SessionOwner {
  uid: string;
  role: Role;
  state: MemberState;
  /** A session of an earlier epoch has ended. */
  epoch: number;
}

export interface Sessions {
  /** All rows of a member, live or not. */
  of(uid: string): Promise<Session[]>;
  /** With the entry about it, where there is one: both or none. */
  add(session: Session, entry?: AuditEntry): Promise<void>;
  /** Read in one call with whatever else is read in the same turn of the event loop, as the member's row. */
  findSession(uid: string, sessionId: string): Promise<Session | undefined>;
  touch(session: Session, seenAt: Date): Promise<void>;
  /** Notes that the second factor was given, or forgets it. */
  setSecondFactorAt(session: Session, at: Date | null): Promise<void>;
  remove(uid: string, sessionId: string): Promise<void>;
  /** Ends all of these; the entry is written with the first of them. */
  end(sessions: readonly Session[], entry: AuditEntry): Promise<void>;
}

export interface TokenClaims {
  uid: string;
  sessionId: string;
  username: string;
  email: string;
  issuedAt: Date;
  expiresAt: Date;
}

export interface SessionTokens {
  issue(claims: TokenClaims): Promise<string>;
  /** Undefined unless it is ours, whole and not outdated at `now`; null for `now` leaves the age aside. */
  read(token: string, now: Date | null): Promise<Pick<TokenClaims, 'uid' | 'sessionId'> | undefined>;
}

/** Names a session to its owner and in the log without being worth anything: the id itself is half of a credential. */
export const referenceOf = ({ id }: Pick<Session, 'id'>): string =>
  createHash('sha256').update(id).digest('hex').slice(0, 16);

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How many milliseconds a session lasts, and how many of them without a call. */
export function lifetime(
  session: Pick<Session, 'remembered'>,
  role: Role,
): { absolute: number; idle: number } {
  if (role === 'administrator') return { absolute: 8 * HOUR, idle: HOUR };
  return session.remembered ? { absolute: 30 * DAY, idle: 7 * DAY } : { absolute: 12 * HOUR, idle: 2 * HOUR };
}

export function isSessionLive(session: Session, member: SessionOwner, now: Date): boolean {
  const { absolute, idle } = lifetime(session, member.role);
  return (
    member.state === 'active' &&
    session.epoch === member.epoch &&
    now.getTime() < Date.parse(session.signedInAt) + absolute &&
    now.getTime() < Date.parse(session.lastSeenAt) + idle
  );
}
