import type { ExclusionReason, MemberState, SuppressionReason } from '#shared/choices';

/** A member, as far as an announcement needs them. */
export interface Recipient {
  uid: string;
  address: string;
  firstName: string;
  activeUntil: string;
  state: MemberState;
  emailVerified: boolean;
  announcements: boolean;
  /** Why no announcement goes to the address. */
  suppressedBecause: SuppressionReason | undefined;
}

/** An address that announcements no longer go to. */
export interface Suppression {
  address: string;
  reason: SuppressionReason;
  /** ISO 8601, UTC. */
  suppressedAt: string;
  /** What the receiving side said. */
  detail: string;
  /** How many temporary bounces there were, where these are the reason. */
  softBounces?: number | undefined;
}

/** Why a member gets no announcement now; undefined for those who get one. Asked before sending and again for each delivery. */
export function exclusionReason(person: Recipient | undefined): ExclusionReason | undefined {
  if (!person) return 'not-a-member';
  if (person.state === 'disabled') return 'disabled';
  if (person.suppressedBecause) return 'suppressed';
  if (!person.announcements) return 'unsubscribed';
  if (!person.emailVerified) return 'unverified';
  return undefined;
}
