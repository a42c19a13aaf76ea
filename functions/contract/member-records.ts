import * as z from 'zod/mini';
import { Uid } from '#shared/fields';
import { DeliveryStatus } from './campaigns.ts';
import { endpoint } from './endpoint.ts';
import { CursorPage, cursorLike, Envelope, PLACE_IN_TIME } from './envelope.ts';

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
  route: 'GET /admin/member-emails',
  access: 'admin',
  request: z.object({ uid: Uid, cursor: cursorLike(PLACE_IN_TIME) }),
  reply: Envelope(CursorPage(MemberEmail)),
});
