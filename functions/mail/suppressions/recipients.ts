import type { ExclusionReason, MemberState, SuppressionReason } from '#shared/choices';
import { canonicalize } from '#shared/text';
import type { Member } from '../../members/member.ts';
import type { Members } from '../../members/repository.ts';
import type { Suppressions } from './repository.ts';

/** A member as a recipient of announcements. */
export interface Recipient {
  uid: string;
  address: string;
  firstName: string;
  activePeriods: Member['activePeriods'];
  state: MemberState;
  emailVerified: boolean;
  announcements: boolean;
  /** Why no announcement goes to the address. */
  suppressedBecause: SuppressionReason | undefined;
}

export type Recipients = ReturnType<typeof openRecipients>;

/** Members with their mail preferences and the suppression of their addresses, as they are now. Any number of them. */
export function openRecipients(members: Members, suppressions: Suppressions) {
  async function toRecipients(found: readonly Member[]): Promise<Recipient[]> {
    const suppressed = await suppressions.findSuppressions(found.map(({ email }) => canonicalize(email)));
    return found.map(({ uid, email, firstName, activePeriods, state, emailVerified, announcementsOff }) => ({
      uid,
      address: email,
      firstName,
      activePeriods,
      state,
      emailVerified,
      announcements: !announcementsOff,
      suppressedBecause: suppressed.get(canonicalize(email))?.reason,
    }));
  }

  return {
    /** By uid; uids without a member are missing. */
    async findByUid(uids: readonly string[]): Promise<Map<string, Recipient>> {
      const people = await toRecipients([...(await members.findMembers(uids)).values()]);
      return new Map(people.map((person) => [person.uid, person]));
    },

    /** By canonical address; addresses without a member are missing. */
    async findByEmail(canonicalEmails: readonly string[]): Promise<Map<string, Recipient>> {
      const people = await toRecipients([...(await members.findMembersByEmail(canonicalEmails)).values()]);
      return new Map(people.map((person) => [canonicalize(person.address), person]));
    },
  };
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
