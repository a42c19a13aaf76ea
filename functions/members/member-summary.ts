import type { Member } from './member.ts';

/** Whose membership it is, and until when, as it is at this moment. */
export type Holder = Pick<
  Member,
  'uid' | 'activeUntil' | 'email' | 'username' | 'firstName' | 'lastName' | 'affiliation'
>;
