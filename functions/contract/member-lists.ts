import * as z from 'zod/mini';
import { MEMBER_CATEGORIES } from '#shared/choices';
import { ConferenceRecord } from '#shared/conference-record';
import { Line, Uid } from '#shared/fields';
import { MemberFilter } from '#shared/member-filter';
import { termFields } from './admin-members.ts';
import { endpoint } from './endpoint.ts';
import { Envelope } from './envelope.ts';

/** A filter of the list of members under a name, for every administrator. */
export const Segment = z.object({ name: Line(60), filter: MemberFilter });
export type Segment = z.output<typeof Segment>;

const Segments = z.array(Segment);

/** What the list of members and the recipient picker offer beside the fixed choices. */
export const getSegments = endpoint({
  route: 'GET /admin/segments',
  access: 'admin',
  reply: Envelope(
    z.object({
      /** By name. */
      segments: Segments,
      /** Conferences that members attended, the latest first. */
      conferences: z.array(ConferenceRecord),
    }),
  ),
});

/** Saving under a name that exists replaces that segment; the reply is the new list. */
export const changeSegments = endpoint({
  route: 'POST /admin/segments',
  access: 'admin',
  request: z.discriminatedUnion('action', [
    z.extend(Segment, { action: z.literal('save') }),
    z.object({ action: z.literal('remove'), name: Line(60) }),
  ]),
  reply: Envelope(z.object({ segments: Segments })),
});

/** The most members that one call changes; the screen makes as many calls as it needs. */
export const MEMBERS_PER_CHANGE = 50;

const selectionAction = <const Action extends string, const Fields extends z.core.$ZodShape>(
  action: Action,
  fields: Fields,
) =>
  z.object({
    action: z.literal(action),
    uids: z.array(Uid).check(z.minLength(1), z.maxLength(MEMBERS_PER_CHANGE)),
    reason: Line(500),
    ...fields,
  });

/** The same action on several members, each by itself; repeating the call changes nothing more. */
export const changeMembers = endpoint({
  route: 'POST /admin/members',
  access: 'admin',
  request: z.discriminatedUnion('action', [
    selectionAction('set-category', { category: z.enum(MEMBER_CATEGORIES) }),
    selectionAction('grant-term', termFields),
  ]),
  reply: Envelope(
    z.object({
      changed: z.array(z.string()),
      /** Those who had the category or the term already. */
      unchanged: z.array(z.string()),
      /** With the sentence of the error. */
      failed: z.array(z.object({ uid: z.string(), message: z.string() })),
    }),
  ),
});
export type ChangeMembersReply = z.output<typeof changeMembers.reply>['data'];
