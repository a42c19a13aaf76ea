import * as z from 'zod/mini';
import { accessMethodNames, membershipTypeNames } from '#shared/choices';
import { endpoint, NoInput } from './endpoint.ts';
import { Envelope } from './envelope.ts';

export const MembershipType = z.enum(membershipTypeNames);
export type MembershipType = z.output<typeof MembershipType>;

/** One term of a membership. A text that does not apply is empty. */
export const MembershipRecord = z.object({
  id: z.string(),
  type: MembershipType,
  accessMethod: z.enum(accessMethodNames),
  transactionDate: z.iso.date(),
  /** The provider's own page. */
  receiptUrl: z.string(),
  receiptNumber: z.string(),
  startDate: z.iso.date(),
  /** A 1 January, as is the expiry; it still belongs to the term. */
  endDate: z.iso.date(),
  expireDate: z.iso.date(),
});
export type MembershipRecord = z.output<typeof MembershipRecord>;

/** Where the member pays now, and what that buys. */
const PaymentLink = z.object({
  type: MembershipType,
  /** Per year, in whole units of the currency. */
  fee: z.number(),
  currency: z.string(),
  /** The hosted page, with the member's opaque reference. */
  url: z.string(),
  validUntil: z.iso.date(),
});
export type PaymentLink = z.output<typeof PaymentLink>;

const Payment = z.object({
  /** Why the member cannot pay yet: the address is not verified. */
  blocked: z.nullable(z.literal('email')),
  /** None while blocked, and none where a payment would extend nothing, a year ahead. */
  links: z.array(PaymentLink),
});
export type Payment = z.output<typeof Payment>;

/** The member's records, the latest expiry first. */
export const getMembership = endpoint({
  name: 'getMembership',
  method: 'GET',
  path: '/membership/get-membership',
  access: 'member',
  request: NoInput,
  status: 200,
  reply: z.extend(Envelope(z.array(MembershipRecord)), { payment: Payment }),
});
