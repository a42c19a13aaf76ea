import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { MEMBER_CATEGORIES, MEMBER_STATES, MEMBERSHIP_TYPES, ROLES } from '#shared/choices';
import type { CallSource, Runtime } from '../platform/runtime.ts';

/** Personal data that members enter. An empty text is a value that was not given. */
export const PersonalData = z.object({
  firstName: z.string(),
  lastName: z.string(),
  gender: z.string(),
  affiliation: z.string(),
  country: z.string(),
  title: z.string(),
  education: z.string(),
  yearOfDegree: z.number(),
  address: z.string(),
  phone: z.string(),
  /** YYYY-MM-DD or empty. */
  dateOfBirth: z.string(),
  homepage: z.string(),
  description: z.string(),
});
export type PersonalData = z.output<typeof PersonalData>;

/** The personal data of a member alone. */
export const personalData = (member: PersonalData): PersonalData => PersonalData.parse(member);

/** Of a member about whom only name and address are known, or less. */
export const NO_PERSONAL_DATA: PersonalData = {
  firstName: '',
  lastName: '',
  gender: '',
  affiliation: '',
  country: '',
  title: '',
  education: '',
  yearOfDegree: 0,
  address: '',
  phone: '',
  dateOfBirth: '',
  homepage: '',
  description: '',
};

/** The member's row. Attributes with a default are absent from older rows. */
export const Member = z.extend(PersonalData, {
  /** Membership ID: eight digits. */
  uid: z.string(),
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** The browser hashes the password with it. */
  salt: z.string(),
  /** PHC string of the hash that the browser sent. */
  passwordHash: z.string(),
  /** Raised to end all sessions: a session of an earlier epoch has ended. */
  epoch: z.number(),
  role: z.enum(ROLES),
  state: z.enum(MEMBER_STATES),
  category: z._default(z.enum(MEMBER_CATEGORIES), 'ordinary'),
  /** 1 January on which the last term ends, YYYY-MM-DD; empty before the first term. */
  activeUntil: z.string(),
  /** The type of the term that ends on that day; empty before the first term. */
  membershipType: z._default(z.union([z.enum(MEMBERSHIP_TYPES), z.literal('')]), ''),
  /** The days of all terms: in order, joined where no day lies between them. */
  activePeriods: z.array(z.object({ startDate: z.string(), endDate: z.string() })),
  /** Identifies the member to the payment provider and reveals nothing else. */
  paymentReference: z.string(),
  /** ISO 8601, UTC. */
  registeredAt: z.string(),
  /** The member's last change of first or last name; ISO 8601, UTC, empty before the first. */
  nameChangedAt: z._default(z.string(), ''),
  /** Whether the member has unsubscribed from announcements. */
  announcementsOff: z._default(z.boolean(), false),
  /** Id of the membership card, and its time of issue (ISO 8601, UTC); both empty without a card. */
  cardId: z._default(z.string(), ''),
  cardIssuedAt: z._default(z.string(), ''),
  version: z.number(),
});
export type Member = z.output<typeof Member>;

/** Whether this member may act as an administrator now. A deleted account is undefined, and may not. */
export const isActiveAdministrator = (member: Pick<Member, 'role' | 'state'> | undefined): boolean =>
  member?.role === 'administrator' && member.state === 'active';

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

/** Identifies a session to its owner and in the log. It is a hash, because the id itself is half of a credential. */
export const sessionReference = ({ id }: Pick<Session, 'id'>): string => hash('sha256', id).slice(0, 16);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long a session lasts at most, and how long without a call. */
export function sessionLifetime(
  { remembered }: Pick<Session, 'remembered'>,
  role: Member['role'],
): { totalMs: number; idleMs: number } {
  if (role === 'administrator') return { totalMs: 8 * HOUR_MS, idleMs: HOUR_MS };
  return remembered
    ? { totalMs: 30 * DAY_MS, idleMs: 7 * DAY_MS }
    : { totalMs: 12 * HOUR_MS, idleMs: 2 * HOUR_MS };
}

export function isSessionLive(
  session: Session,
  owner: Pick<Member, 'role' | 'state' | 'epoch'>,
  now: Date,
): boolean {
  const { totalMs, idleMs } = sessionLifetime(session, owner.role);
  return (
    owner.state === 'active' &&
    session.epoch === owner.epoch &&
    now.getTime() < Date.parse(session.signedInAt) + totalMs &&
    now.getTime() < Date.parse(session.lastSeenAt) + idleMs
  );
}

/** The member and session of a call. */
export interface Caller {
  member: Member;
  session: Session;
  /** The source of this call; that of a stolen token differs from the session's. */
  source: CallSource;
}

/** The hash of an account that has no password yet; "Forgot password" sets the first one. */
export const NO_PASSWORD = '';

/** A new salt of 128 random bits. A browser's is stored only when a registration, a reset or a change sends it back. */
export const createSalt = ({ randomBytes }: Pick<Runtime, 'randomBytes'>): string =>
  Buffer.from(randomBytes(16)).toString('base64url');

/** No member has this ID. Reads and writes with it cost the same as for a member and find nothing. */
export const NO_MEMBER = '00000000';

/** In place of a member who was not found, so that further reads cost the same and find nothing. */
export const NOBODY = { uid: NO_MEMBER, username: '', epoch: 0 };

export type NewMember = PersonalData &
  Pick<Member, 'uid' | 'username' | 'email' | 'salt' | 'passwordHash' | 'paymentReference' | 'registeredAt'> &
  Partial<Pick<Member, 'category' | 'emailVerified'> & Membership>;

export const FIRST_EPOCH = 1;

/** A new member, enabled, without a membership, a card or a verified address. */
export const createMember = (given: NewMember): Member =>
  Member.parse({
    emailVerified: false,
    epoch: FIRST_EPOCH,
    role: 'member',
    state: 'active',
    activeUntil: '',
    activePeriods: [],
    version: 1,
    ...given,
  } satisfies z.input<typeof Member>);

/** Of what the member may change alone: a payment or a verified address leaves an open form as it is. */
export function profileVersion(member: Member): string {
  const data = JSON.stringify([member.username, member.email, personalData(member)]);
  return hash('sha256', data, 'base64url').slice(0, 16);
}

/** What the member's row says of the member's terms. */
export type Membership = Pick<Member, 'activeUntil' | 'membershipType' | 'activePeriods'>;

/** The attributes of a member in the index `directory`. */
export const DirectoryEntry = z.pick(Member, {
  uid: true,
  email: true,
  username: true,
  firstName: true,
  lastName: true,
  affiliation: true,
  country: true,
  activeUntil: true,
  membershipType: true,
  activePeriods: true,
  state: true,
  category: true,
});
export type DirectoryEntry = z.output<typeof DirectoryEntry>;
