import * as z from 'zod/mini';
import { MEMBER_STATES, MEMBERSHIP_STATUSES } from '#shared/choices';
import { Homepage, Line, OptionalLine, Uid } from '#shared/fields';
import { endpoint } from './endpoint.ts';
import { Envelope } from './envelope.ts';
import { MembershipType } from './membership.ts';

/** A conference as it stands in the records of those who attended it. */
export const Conference = z.object({
  name: Line(200),
  venue: OptionalLine(200),
  /** In the organisers' words; may be empty. */
  date: OptionalLine(100),
  link: Homepage,
});
export type Conference = z.output<typeof Conference>;

/** What the desk of a conference sees of a member. */
export const Attendee = z.object({
  uid: z.string(),
  name: z.string(),
  affiliation: z.string(),
  /** YYYY-MM-DD in Hong Kong, for 30 days after a change of the name; else empty. */
  nameChangedOn: z.string(),
  /** Absent before the first term. */
  type: z.optional(MembershipType),
  status: z.enum(MEMBERSHIP_STATUSES),
  /** The last valid day; empty before the first term. */
  validUntil: z.string(),
  state: z.enum(MEMBER_STATES),
  /** Whether the member's records have the conference. */
  isCheckedIn: z.boolean(),
});
export type Attendee = z.output<typeof Attendee>;

/** `check-in` adds the conference to the member's records, `undo` removes it, `find` changes nothing; each may be repeated. */
export const checkIn = endpoint({
  name: 'checkIn',
  method: 'POST',
  path: '/admin/check-in',
  access: 'admin',
  request: z.object({
    action: z.enum(['find', 'check-in', 'undo']),
    /** By the id in the link of the membership card, or by membership ID. */
    member: z.union([z.object({ card: z.string().check(z.maxLength(64)) }), z.object({ uid: Uid })]),
    conference: Conference,
  }),
  status: 200,
  reply: Envelope(Attendee),
});
