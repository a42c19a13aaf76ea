import type { ExclusionReason } from '#shared/choices';
import type { Recipient } from './campaigns.ts';

/** Why no announcement goes to this person now; undefined for those who get one. Asked before sending and again at each copy. */
export function exclusionReason(person: Recipient | undefined): ExclusionReason | undefined {
  if (!person) return 'not-a-member';
  if (person.state === 'disabled') return 'disabled';
  if (person.suppressedBecause) return 'suppressed';
  if (!person.announcements) return 'unsubscribed';
  if (!person.emailVerified) return 'unverified';
  return undefined;
}
