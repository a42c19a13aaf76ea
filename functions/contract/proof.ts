import * as z from 'zod/mini';
import { endpoint, NoBody } from './endpoint.ts';
import { Envelope } from './envelope.ts';
import { MembershipType } from './membership.ts';
import { Message } from './values.ts';

/** The address that proves a membership; null where the member has none. */
export const OwnProof = Envelope(
  z.object({ address: z.nullable(z.url()), issuedAt: z.nullable(z.iso.datetime()) }),
);

export const getProof = endpoint({
  name: 'getProof',
  method: 'GET',
  path: '/membership/get-proof',
  access: 'member',
  request: NoBody,
  status: 200,
  reply: OwnProof,
});

/** Makes an address, the first or a new one; every earlier one counts no more. */
export const renewProof = endpoint({
  name: 'renewProof',
  method: 'POST',
  path: '/membership/renew-proof',
  access: 'member',
  request: NoBody,
  status: 200,
  reply: OwnProof,
});

export const revokeProof = endpoint({
  name: 'revokeProof',
  method: 'POST',
  path: '/membership/revoke-proof',
  access: 'member',
  request: NoBody,
  status: 200,
  reply: Message,
});

/** What stands behind such an address at this moment: for its page, and for conference desks as it is. */
export const checkProof = endpoint({
  name: 'checkProof',
  method: 'GET',
  path: '/membership/proof',
  access: 'anyone',
  request: z.object({ token: z.string().check(z.maxLength(400)) }),
  status: 200,
  reply: Envelope(
    z.object({
      name: z.string(),
      /** Empty before the first term. */
      type: z.union([MembershipType, z.literal('')]),
      status: z.enum(['active', 'expired', 'registered']),
      /** YYYY-MM-DD in Hong Kong, a day that still counts; empty before the first term. */
      validUntil: z.union([z.iso.date(), z.literal('')]),
      checkedAt: z.iso.datetime(),
    }),
  ),
});
