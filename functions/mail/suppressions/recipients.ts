import type { ExclusionReason, MemberState, SuppressionReason } from '#shared/choices';
import { canonicalize } from '#shared/text';
import type { Member } from '../../members/member.ts';
import { findMembers, findMembersByEmail } from '../../members/repository.ts';
import type { WithTable } from '../../platform/context.ts';
import { findSuppressions } from './repository.ts';

/** A member as a recipient of announcements. */
export interface Recipient {
  uid: string;
  address: string;
  firstName: string;
  lastName: string;
  activePeriods: Member['activePeriods'];
  state: MemberState;
  emailVerified: boolean;
  announcements: boolean;
  /** Why no announcement goes to the address. */
  suppressedBecause: SuppressionReason | undefined;
}

/** Members with their mail preferences and the suppression of their addresses, as they are now. Any number of them. */
async function toRecipients(context: WithTable, found: readonly Member[]): Promise<Recipient[]> {
  const suppressed = await findSuppressions(
    context,
    found.map(({ email }) => canonicalize(email)),
  );
  return found.map(
    ({ uid, email, firstName, lastName, activePeriods, state, emailVerified, announcementsOff }) => ({
      uid,
      address: email,
      firstName,
      lastName,
      activePeriods,
      state,
      emailVerified,
      announcements: !announcementsOff,
      suppressedBecause: suppressed.get(canonicalize(email))?.reason,
    }),
  );
}

/** By uid; uids without a member are missing. */
export async function findRecipientsByUid(
  context: WithTable,
  uids: readonly string[],
): Promise<Map<string, Recipient>> {
  const people = await toRecipients(context, [...(await findMembers(context, uids)).values()]);
  return new Map(people.map((person) => [person.uid, person]));
}

/** By canonical address; addresses without a member are missing. */
export async function findRecipientsByEmail(
  context: WithTable,
  canonicalEmails: readonly string[],
): Promise<Map<string, Recipient>> {
  const people = await toRecipients(context, [
    ...(await findMembersByEmail(context, canonicalEmails)).values(),
  ]);
  return new Map(people.map((person) => [canonicalize(person.address), person]));
}

/**
 * Why a member gets no announcement now; undefined for those who get one. Checked before sending, and again for each
 * delivery.
 */
export function exclusionReason(person: Recipient | undefined): ExclusionReason | undefined {
  if (!person) return 'not-a-member';
  if (person.state === 'disabled') return 'disabled';
  if (person.suppressedBecause) return 'suppressed';
  if (!person.announcements) return 'unsubscribed';
  if (!person.emailVerified) return 'unverified';
  return undefined;
}
