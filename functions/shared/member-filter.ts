import * as z from 'zod/mini';
import { MEMBER_CATEGORIES, MEMBER_STATES, MEMBERSHIP_STATUSES, MEMBERSHIP_TYPES } from './choices.ts';

/** One of the choices; an empty one filters nothing. */
const choice = <const T extends readonly string[]>(choices: T) =>
  z.optional(z.union([z.enum(choices), z.literal('')]));

/** What the list of members and the recipient picker filter by. */
export const memberCriteria = {
  category: choice(MEMBER_CATEGORIES),
  /** Of the latest term. */
  type: choice(MEMBERSHIP_TYPES),
  /** The day on which the latest term ends. */
  activeUntil: z.optional(z.union([z.iso.date(), z.literal('')])),
  country: z.optional(z.string().check(z.maxLength(100))),
  /** The id of a conference that the member attended. */
  conference: z.optional(z.string().check(z.maxLength(64))),
};

/** What the list of members is filtered by; an absent or empty value matches every member. */
export const MemberFilter = z.object({
  search: z._default(z.string().check(z.maxLength(100)), ''),
  status: choice(MEMBERSHIP_STATUSES),
  state: choice(MEMBER_STATES),
  ...memberCriteria,
});
export type MemberFilter = z.output<typeof MemberFilter>;
