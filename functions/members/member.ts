import type { MemberCategory, MemberState, Role } from '#shared/choices';
import type { AdminAction, AuditEntry } from '../audit/audit.ts';
import type { OneTimeCode } from '../codes/code.ts';
import type { TransactionalMail } from '../mail/transactional/mail.ts';
import type { CallSource } from '../platform/runtime.ts';
import type { TableWrite } from '../platform/table/writes.ts';
import type { Session } from '../sessions/session.ts';
import { DomainError } from '../shared/domain-error.ts';

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
  /** Rises when every session must end; a session of an earlier epoch is dead. */
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
  version: number;
}

/** Who calls: a member in a session. */
export interface Caller {
  member: Member;
  session: Session;
  /** Of this call: a stolen token comes from elsewhere than its session was begun. */
  source: CallSource;
}

/** The hash of an account that nobody can sign in to yet; "Forget password" sets the first password. */
export const NO_PASSWORD = '';

/** Nobody has this membership ID: what is asked or written of it costs the same as for a member, and finds nothing. */
export const NO_MEMBER = '00000000';

export type InsertResult = 'added' | 'username-taken' | 'email-taken' | 'uid-taken';
export type ProfileSaveResult = 'saved' | 'username-taken' | 'email-taken' | 'profile-conflict';

/** Written together with a change of an account: the notice to the member, and the entry in the audit log. */
export interface ChangeRecord {
  notice: TransactionalMail;
  entry: AuditEntry;
}

/** A first or new address: the mail that proves it, and the code in it. */
export interface AddressProof {
  mail: TransactionalMail;
  code: OneTimeCode;
}

export interface Members {
  find(uid: string): Promise<Member | undefined>;
  /** By canonical username; asks the table as often where nobody has it. */
  findByUsername(canonicalUsername: string): Promise<Member | undefined>;
  /** By canonical address; asks the table as often where nobody has it. */
  findByEmail(canonicalEmail: string): Promise<Member | undefined>;
  /**
   * Member, name, address and payment markers, code and mail, all or nothing.
   * `registrationId` is this attempt's own: a repeated write recognises its own rows.
   */
  add(member: Member, registrationId: string, proof: AddressProof): Promise<InsertResult>;
  /**
   * What the member changed of `before`, with the markers of a new name or address. A new address comes with its proof
   * and a notice to the old one, voids the codes of the old one, and ends every session but the one that is named.
   */
  saveProfile(
    before: Member,
    after: Member,
    entries: readonly AuditEntry[],
    newAddress?: { proof: AddressProof; notice: TransactionalMail; sessionId: string },
  ): Promise<ProfileSaveResult>;
  /**
   * New salt and hash, a notice, the end of every session and of reset codes, all or nothing. With a `code` only while
   * that one is live; it proves the address too. False where the member or the code changed meanwhile.
   */
  changePassword(
    member: Member,
    credentials: Pick<Member, 'salt' | 'passwordHash'>,
    record: ChangeRecord,
    code?: OneTimeCode,
  ): Promise<boolean>;
  /**
   * Takes the address as proven: by this code, which is used up, or on an operator's word, which is written down. False
   * where the code or the member changed meanwhile.
   */
  markVerified(member: Member, proof: OneTimeCode | AuditEntry): Promise<boolean>;
  /** With the entry that says who did it; a new state ends every session. False where the member changed meanwhile. */
  updateMember(
    member: Member,
    amendment: Partial<Pick<Member, 'role' | 'state' | 'category'>>,
    entry: AuditEntry,
  ): Promise<boolean>;
  /** Whom a reference to the payment provider names. */
  findUidByPaymentReference(reference: string): Promise<string | undefined>;
  /** The member's new expiry, while the row has the expected values; raises the version. Label `member`. */
  setActiveUntilWrite(
    uid: string,
    expected: { activeUntil: string } | { version: number },
    activeUntil: string,
  ): TableWrite;
  administrators(): Promise<Member[]>;
  /** Replaces the hash where it still is the one that was checked. */
  upgradePasswordHash(uid: string, previous: string, next: string): Promise<void>;
  /** Takes away everything that names the member; records of payments stay. Notice and entry are in the same write. */
  remove(member: Member, record: ChangeRecord): Promise<boolean>;
}

/** The member as an action finds them. @throws `member-not-found`, or `member-conflict` where they have changed since */
export async function loadMemberForAction(
  { members }: { members: Pick<Members, 'find'> },
  { uid, version }: Pick<AdminAction, 'uid' | 'version'>,
): Promise<Member> {
  const member = await members.find(uid);
  if (!member) throw new DomainError('member-not-found');
  if (version !== undefined && version !== member.version) throw new DomainError('member-conflict');
  return member;
}
