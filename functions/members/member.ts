import { createHash } from 'node:crypto';
import type { MemberCategory, MemberState, MembershipType, Role } from '#shared/choices';
import type { Period } from '#shared/membership-periods';
import type { CallSource } from '../platform/runtime.ts';
import type { Session } from './session.ts';

/** Personal data that members enter. An empty text is a value that was not given. */
export interface PersonalData {
  firstName: string;
  lastName: string;
  gender: string;
  affiliation: string;
  country: string;
  title: string;
  education: string;
  yearOfDegree: number;
  address: string;
  phone: string;
  /** YYYY-MM-DD or empty. */
  dateOfBirth: string;
  homepage: string;
  description: string;
}

/** The personal data of a member alone. */
export const personalData = (member: PersonalData): PersonalData => ({
  firstName: member.firstName,
  lastName: member.lastName,
  gender: member.gender,
  affiliation: member.affiliation,
  country: member.country,
  title: member.title,
  education: member.education,
  yearOfDegree: member.yearOfDegree,
  address: member.address,
  phone: member.phone,
  dateOfBirth: member.dateOfBirth,
  homepage: member.homepage,
  description: member.description,
});

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

export interface Member extends PersonalData {
  /** Membership ID: eight digits. */
  uid: string;
  username: string;
  email: string;
  emailVerified: boolean;
  /** The browser hashes the password with it. */
  salt: string;
  /** PHC string of the hash that the browser sent. */
  passwordHash: string;
  /** Raised to end all sessions: a session of an earlier epoch has ended. */
  epoch: number;
  role: Role;
  state: MemberState;
  category: MemberCategory;
  /** 1 January on which the last term ends, YYYY-MM-DD; empty before the first term. */
  activeUntil: string;
  /** The type of the term that ends on that day; empty before the first term. */
  membershipType: MembershipType | '';
  /** The days of all terms: in order, joined where no day lies between them. */
  activePeriods: readonly Period[];
  /** Identifies the member to the payment provider and reveals nothing else. */
  paymentReference: string;
  /** ISO 8601, UTC. */
  registeredAt: string;
  /** The member's last change of first or last name; ISO 8601, UTC, empty before the first. */
  nameChangedAt: string;
  /** Whether the member has unsubscribed from announcements. */
  announcementsOff: boolean;
  /** Id of the membership card, and its time of issue (ISO 8601, UTC); both empty without a card. */
  cardId: string;
  cardIssuedAt: string;
  version: number;
}

/** Whether this member may act as an administrator now. A deleted account is undefined, and may not. */
export const isActiveAdministrator = (member: Pick<Member, 'role' | 'state'> | undefined): boolean =>
  member?.role === 'administrator' && member.state === 'active';

/** The member and session of a call. */
export interface Caller {
  member: Member;
  session: Session;
  /** The source of this call; that of a stolen token differs from the session's. */
  source: CallSource;
}

/** The hash of an account that has no password yet; "Forgot password" sets the first one. */
export const NO_PASSWORD = '';

/** No member has this ID. Reads and writes with it cost the same as for a member and find nothing. */
export const NO_MEMBER = '00000000';

export type NewMember = PersonalData &
  Pick<Member, 'uid' | 'username' | 'email' | 'salt' | 'passwordHash' | 'paymentReference' | 'registeredAt'> &
  Partial<Pick<Member, 'category' | 'emailVerified'> & Membership>;

export const FIRST_EPOCH = 1;

/** A new member, enabled, without a membership, a card or a verified address. */
export const createMember = (given: NewMember): Member => ({
  emailVerified: false,
  epoch: FIRST_EPOCH,
  role: 'member',
  state: 'active',
  category: 'ordinary',
  activeUntil: '',
  membershipType: '',
  activePeriods: [],
  nameChangedAt: '',
  announcementsOff: false,
  cardId: '',
  cardIssuedAt: '',
  version: 1,
  ...given,
});

/** Of what the member may change alone: a payment or a verified address leaves an open form as it is. */
export const profileVersion = (member: Member): string =>
  createHash('sha256')
    .update(JSON.stringify([member.username, member.email, personalData(member)]))
    .digest('base64url')
    .slice(0, 16);

/** What the member's row says of the member's terms. */
export type Membership = Pick<Member, 'activeUntil' | 'membershipType' | 'activePeriods'>;

/** The attributes of a member in the index `directory`. */
export type DirectoryEntry = Pick<
  Member,
  | 'uid'
  | 'email'
  | 'username'
  | 'firstName'
  | 'lastName'
  | 'affiliation'
  | 'country'
  | 'activeUntil'
  | 'membershipType'
  | 'activePeriods'
  | 'state'
  | 'category'
>;
