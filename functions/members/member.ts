import type { MemberCategory, MemberState, Role } from '#shared/choices';
import type { CallSource } from '../platform/runtime.ts';
import type { Session } from '../sessions/session.ts';

/** What a member says of themselves. An empty text stands for what was not given. */
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

/** Of a member, only what they say of themselves. */
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

export interface Member extends PersonalData {
  /** Membership ID: eight digits. */
  uid: string;
  username: string;
  email: string;
  emailVerified: boolean;
  /** What the browser hashes the password with. */
  salt: string;
  /** PHC string of what the browser sent. */
  passwordHash: string;
  /** Rises when every session must end; a session of an earlier epoch has ended. */
  epoch: number;
  role: Role;
  state: MemberState;
  category: MemberCategory;
  /** 1 January on which the membership runs out, YYYY-MM-DD; empty before the first term. */
  activeUntil: string;
  /** Names the member to the payment provider and says nothing else. */
  paymentReference: string;
  /** ISO 8601, UTC. */
  registeredAt: string;
  /** Of first or last name, by the member; ISO 8601, UTC, empty before the first change. */
  nameChangedAt: string;
  /** The member unsubscribed from announcements. */
  announcementsOff: boolean;
  /** Names the membership card, which was issued then (ISO 8601, UTC); both empty where there is none. */
  cardId: string;
  cardIssuedAt: string;
  version: number;
}

/** Who calls: a member in a session. */
export interface Caller {
  member: Member;
  session: Session;
  /** Of this call: a stolen token comes from elsewhere than its session was begun. */
  source: CallSource;
}

/** The hash of an account that nobody can log in to yet; "Forgot password" sets the first password. */
export const NO_PASSWORD = '';

/** Nobody has this membership ID: what is asked or written of it costs the same as for a member, and finds nothing. */
export const NO_MEMBER = '00000000';

export type NewMember = PersonalData &
  Pick<Member, 'uid' | 'username' | 'email' | 'salt' | 'passwordHash' | 'paymentReference' | 'registeredAt'> &
  Partial<Pick<Member, 'category' | 'activeUntil'>>;

export const FIRST_EPOCH = 1;

/** A member as registered: in good standing, without a membership, a card or a verified address. */
export const createMember = (given: NewMember): Member => ({
  emailVerified: false,
  epoch: FIRST_EPOCH,
  role: 'member',
  state: 'active',
  category: 'ordinary',
  activeUntil: '',
  nameChangedAt: '',
  announcementsOff: false,
  cardId: '',
  cardIssuedAt: '',
  version: 1,
  ...given,
});

/** What the index of all members holds of each. */
export type DirectoryEntry = Pick<
  Member,
  'uid' | 'email' | 'username' | 'firstName' | 'lastName' | 'activeUntil' | 'state' | 'category'
>;
