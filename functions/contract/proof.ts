import * as z from 'zod/mini';
import { MEMBERSHIP_STATUSES } from '#shared/choices';
import { endpoint, MessageReply, NoInput } from './endpoint.ts';
import { Envelope } from './envelope.ts';
import { MembershipType } from './membership.ts';

/** The link that opens the member's membership card; null where they have none. */
export const OwnProof = Envelope(
  z.object({ address: z.nullable(z.url()), issuedAt: z.nullable(z.iso.datetime()) }),
);

export const getMembershipCard = endpoint({
  name: 'getMembershipCard',
  method: 'GET',
  path: '/membership/get-proof',
  access: 'member',
  request: NoInput,
  status: 200,
  reply: OwnProof,
});

/** Makes a card link, the first or a new one, and ends the one before. */
export const createMembershipCard = endpoint({
  name: 'createMembershipCard',
  method: 'POST',
  path: '/membership/renew-proof',
  access: 'member',
  request: NoInput,
  status: 200,
  reply: OwnProof,
});

export const revokeMembershipCard = endpoint({
  name: 'revokeMembershipCard',
  method: 'POST',
  path: '/membership/revoke-proof',
  access: 'member',
  request: NoInput,
  status: 200,
  reply: MessageReply,
});

/**
 * The membership behind a card link at this moment: for its page and for the software of conference desks. The token
 * travels in the body, because queries end up in logs.
 */
export const verifyMembershipCard = endpoint({
  name: 'verifyMembershipCard',
  method: 'POST',
  path: '/membership/proof',
  access: 'anyone',
  request: z.object({ token: z.string().check(z.maxLength(400)) }),
  status: 200,
  reply: Envelope(
    z.object({
      name: z.string(),
      /** YYYY-MM-DD in Hong Kong, for 30 days after a change of the name; else empty. */
      nameChangedOn: z.union([z.iso.date(), z.literal('')]),
      /** The last four digits of the membership ID. */
      idEnding: z.string(),
      /** Empty before the first term. */
      type: z.union([MembershipType, z.literal('')]),
      status: z.enum(MEMBERSHIP_STATUSES),
      /** YYYY-MM-DD in Hong Kong, the last valid day; empty before the first term. */
      validUntil: z.union([z.iso.date(), z.literal('')]),
      checkedAt: z.iso.datetime(),
    }),
  ),
});
