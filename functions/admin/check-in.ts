import type { Actor } from '../audit/audit.ts';
import {
  type Attendance,
  addConferenceRecord,
  conferenceRecordId,
  removeConferenceRecord,
} from '../conferences/conference.ts';
import type { Member } from '../members/member.ts';
import { loadMemberForAction } from '../members/members.ts';
import { findMemberOfCard, membershipNow, type VerifiedMembership } from '../memberships/membership-card.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { AdminDeps } from './member-actions.ts';
import { recordMemberView } from './member-details.ts';

/** By the id in the link of the membership card, or by membership ID. */
type MemberKey = { card: string } | { uid: string };

interface CheckInInput {
  actor: Actor;
  key: MemberKey;
  conference: Attendance;
}

/** What the desk of a conference sees of a member. */
export interface Attendee extends Omit<VerifiedMembership, 'idEnding' | 'checkedAt'> {
  uid: string;
  affiliation: string;
  state: Member['state'];
  /** Whether the member's records have the conference. */
  isCheckedIn: boolean;
}

/**
 * The member at the desk of a conference. Whoever shows a card wants to be found; others are found with an entry in the
 * audit log, the first time on a day.
 * @throws `card-invalid`, `member-not-found`
 */
export async function findAttendee(
  deps: AdminDeps,
  { actor, key, conference }: CheckInInput,
): Promise<Attendee> {
  const member = await findMember(deps, key);
  if ('uid' in key) await recordMemberView(deps, actor, key.uid);
  const records = await deps.conferenceRecords.listRecords(member.uid);
  const id = conferenceRecordId(conference);
  return describe(
    deps,
    member,
    records.some((record) => record.id === id),
  );
}

/**
 * Adds the conference to the member's records; one who is checked in already stays so. The desk decides whether an
 * expired membership attends: attendance is no proof of membership.
 * @throws `card-invalid`, `member-not-found`
 */
export async function checkInAttendee(
  deps: AdminDeps,
  { actor, key, conference }: CheckInInput,
): Promise<Attendee> {
  const member = await findMember(deps, key);
  const action = { actor, uid: member.uid, reason: 'Checked in at the conference' };
  await addConferenceRecord(deps, action, conference);
  return describe(deps, member, true);
}

/**
 * Removes the conference from the member's records; one who is not checked in stays so: the reply to an earlier call may
 * have been lost.
 * @throws `card-invalid`, `member-not-found`
 */
export async function undoCheckIn(
  deps: AdminDeps,
  { actor, key, conference }: CheckInInput,
): Promise<Attendee> {
  const member = await findMember(deps, key);
  const action = { actor, uid: member.uid, reason: 'Check-in undone' };
  try {
    await removeConferenceRecord(deps, action, conferenceRecordId(conference));
  } catch (cause) {
    if (!(cause instanceof DomainError && cause.code === 'conference-record-not-found')) throw cause;
  }
  return describe(deps, member, false);
}

const findMember = (deps: AdminDeps, key: MemberKey): Promise<Member> =>
  'card' in key ? findMemberOfCard(deps, key.card) : loadMemberForAction(deps, key);

async function describe(deps: AdminDeps, member: Member, isCheckedIn: boolean): Promise<Attendee> {
  const { idEnding, checkedAt, ...membership } = await membershipNow(deps, member);
  const { uid, affiliation, state } = member;
  return { ...membership, uid, affiliation, state, isCheckedIn };
}
