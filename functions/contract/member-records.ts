import * as z from 'zod/mini';
import { AttemptId, Text, Uid } from '#shared/fields';
import { DeliveryStatus } from './campaigns.ts';
import { endpoint } from './endpoint.ts';
import { CursorPage, cursorLike, Envelope, PLACE_IN_TIME } from './envelope.ts';

const pageOfMember = z.object({ uid: Uid, cursor: cursorLike(PLACE_IN_TIME) });

const MemberEmail = z.object({
  id: z.string(),
  /** `campaign` has a page under its id, `transactional` has none. */
  kind: z.enum(['campaign', 'transactional']),
  subject: z.string(),
  /** The send time. */
  at: z.iso.datetime(),
  address: z.string(),
  state: DeliveryStatus,
  /** Why it was not sent, or the reply of the recipient's mail server. */
  detail: z.optional(z.string()),
});
export type MemberEmail = z.output<typeof MemberEmail>;

/** The emails to a member, the latest first: campaigns for 13 months, codes and notices for 180 days. */
export const getMemberEmails = endpoint({
  name: 'getMemberEmails',
  method: 'GET',
  path: '/admin/member-emails',
  access: 'admin',
  request: pageOfMember,
  status: 200,
  reply: Envelope(CursorPage(MemberEmail)),
});

export const NOTE_CHARACTERS = 2000;

const Note = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** The author's username. */
  author: z.string(),
  text: z.string(),
});
export type Note = z.output<typeof Note>;

/** The latest first. */
export const getMemberNotes = endpoint({
  name: 'getMemberNotes',
  method: 'GET',
  path: '/admin/member-notes',
  access: 'admin',
  request: pageOfMember,
  status: 200,
  reply: Envelope(CursorPage(Note)),
});

/**
 * A repeat with the same attempt adds no second note. Every administrator can delete a note. The audit log has both actions
 * without the text.
 */
export const changeMemberNotes = endpoint({
  name: 'changeMemberNotes',
  method: 'POST',
  path: '/admin/member-notes',
  access: 'admin',
  request: z.discriminatedUnion('action', [
    z.object({
      action: z.literal('add'),
      uid: Uid,
      text: Text(NOTE_CHARACTERS),
      attempt: z.optional(AttemptId),
    }),
    z.object({ action: z.literal('delete'), uid: Uid, id: z.string().check(z.regex(PLACE_IN_TIME)) }),
  ]),
  status: 200,
  reply: Envelope(z.object({})),
});
