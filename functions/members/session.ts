import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { MemberState, Role } from '#shared/choices';

export const Session = z.object({
  uid: z.string(),
  /** A random id, the token's `jti`. */
  id: z.string(),
  epoch: z.number(),
  remembered: z.boolean(),
  /** ISO 8601, UTC. */
  signedInAt: z.string(),
  lastSeenAt: z.string(),
  /** When the second factor was last given; absent if it was not. */
  secondFactorAt: z.optional(z.string()),
  /** Present if it began with a passkey. */
  withPasskey: z.optional(z.literal(true)),
  /** The browser's user agent and its network, for the member to read. */
  browser: z._default(z.string(), ''),
  network: z._default(z.string(), ''),
});
export type Session = z.output<typeof Session>;

/** The fields of the member that a session needs. */
export interface SessionOwner {
  uid: string;
  role: Role;
  state: MemberState;
  /** A session of an earlier epoch has ended. */
  epoch: number;
}

/** Identifies a session to its owner and in the log. It is a hash, because the id itself is half of a credential. */
export const sessionReference = ({ id }: Pick<Session, 'id'>): string =>
  createHash('sha256').update(id).digest('hex').slice(0, 16);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long a session lasts at most, and how long without a call. */
export function sessionLifetime(
  { remembered }: Pick<Session, 'remembered'>,
  role: Role,
): { totalMs: number; idleMs: number } {
  if (role === 'administrator') return { totalMs: 8 * HOUR_MS, idleMs: HOUR_MS };
  return remembered
    ? { totalMs: 30 * DAY_MS, idleMs: 7 * DAY_MS }
    : { totalMs: 12 * HOUR_MS, idleMs: 2 * HOUR_MS };
}

export function isSessionLive(session: Session, owner: SessionOwner, now: Date): boolean {
  const { totalMs, idleMs } = sessionLifetime(session, owner.role);
  return (
    owner.state === 'active' &&
    session.epoch === owner.epoch &&
    now.getTime() < Date.parse(session.signedInAt) + totalMs &&
    now.getTime() < Date.parse(session.lastSeenAt) + idleMs
  );
}
