import type { ExclusionReason, SuppressionReason } from '#shared/choices';
import { canonicalize } from '#shared/text';
import type { Member } from '../../members/member.ts';
import { findMembers, findMembersByEmail } from '../../members/repository.ts';
import type { WithTable } from '../../platform/context.ts';
import { findSuppressions } from './repository.ts';

/** A member as a recipient of announcements, as they are now. */
export interface Recipient extends Member {
  /** Why no announcement goes to the address. */
  suppressedBecause: SuppressionReason | undefined;
}

/** Any number of them. */
async function toRecipients(context: WithTable, found: ReadonlyMap<string, Member>): Promise<Recipient[]> {
  const addresses = Array.from(found.values(), ({ email }) => canonicalize(email));
  const suppressed = await findSuppressions(context, addresses);
  return Array.from(found.values(), (member) => ({
    ...member,
    suppressedBecause: suppressed.get(canonicalize(member.email))?.reason,
  }));
}

/** By uid; uids without a member are missing. */
export async function findRecipientsByUid(context: WithTable, uids: readonly string[]) {
  const people = await toRecipients(context, await findMembers(context, uids));
  return new Map(people.map((person) => [person.uid, person]));
}

/** By canonical address; addresses without a member are missing. */
export async function findRecipientsByEmail(context: WithTable, canonicalEmails: readonly string[]) {
  const people = await toRecipients(context, await findMembersByEmail(context, canonicalEmails));
  return new Map(people.map((person) => [canonicalize(person.email), person]));
}

/**
 * Why a member gets no announcement now; undefined for those who get one. Checked before sending, and again for each
 * delivery.
 */
export function exclusionReason(person: Recipient | undefined): ExclusionReason | undefined {
  if (!person) return 'not-a-member';
  if (person.state === 'disabled') return 'disabled';
  if (person.suppressedBecause) return 'suppressed';
  if (person.announcementsOff) return 'unsubscribed';
  if (!person.emailVerified) return 'unverified';
  return undefined;
}
