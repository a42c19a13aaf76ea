import * as z from 'zod/mini';
import { accessMethodNames, MEMBERSHIP_STATUSES, membershipTypeNames, REVIEW_REASONS } from '#shared/choices';
import { endpoint } from './endpoint.ts';
import { Envelope } from './envelope.ts';

export const MembershipType = z.enum(membershipTypeNames);
export type MembershipType = z.output<typeof MembershipType>;

/** One term of a membership; texts that do not apply are empty. */
export const MembershipRecord = z.object({
  id: z.string(),
  type: MembershipType,
  accessMethod: z.enum(accessMethodNames),
  transactionDate: z.iso.date(),
  /** The payment provider's receipt page. */
  receiptUrl: z.string(),
  receiptNumber: z.string(),
  startDate: z.iso.date(),
  /** A 1 January, like the expiry; it still belongs to the term. */
  endDate: z.iso.date(),
  expireDate: z.iso.date(),
});
export type MembershipRecord = z.output<typeof MembershipRecord>;

/** A receipt that is no longer valid, and the credit note that cancels it, by their numbers. */
export const CancelledReceipt = z.object({ receipt: z.string(), creditNote: z.string() });
export type CancelledReceipt = z.output<typeof CancelledReceipt>;

/** A payment by the member that an administrator still has to look at. */
const PaymentUnderReview = z.object({
  paymentId: z.string(),
  paidOn: z.iso.date(),
  currency: z.string(),
  amountMinorUnits: z.number(),
  reason: z.enum(REVIEW_REASONS),
});
export type PaymentUnderReview = z.output<typeof PaymentUnderReview>;

/** A hosted payment page, and what a payment there buys. */
const PaymentLink = z.object({
  type: MembershipType,
  /** Per year, in whole units of the currency. */
  fee: z.number(),
  currency: z.string(),
  /** The hosted page with the member's payment reference; empty while blocked. */
  url: z.string(),
  validUntil: z.iso.date(),
});
export type PaymentLink = z.output<typeof PaymentLink>;

const PaymentOptions = z.object({
  /** Why the member cannot pay yet: the address is not verified. */
  blocked: z.nullable(z.literal('email')),
  /** Empty for a member who is paid a year ahead, because a payment would extend nothing. */
  links: z.array(PaymentLink),
});
export type PaymentOptions = z.output<typeof PaymentOptions>;

/** The member's records, the latest expiry first. */
export const getMembership = endpoint({
  route: 'GET /membership/get-membership',
  access: 'member',
  reply: z.extend(Envelope(z.array(MembershipRecord)), {
    payment: PaymentOptions,
    cancelledReceipts: z.array(CancelledReceipt),
    /** The oldest first. */
    paymentsUnderReview: z.array(PaymentUnderReview),
  }),
});

/** The link to the member's membership card; null without a card. */
export const MembershipCardReply = Envelope(
  z.object({ address: z.nullable(z.url()), issuedAt: z.nullable(z.iso.datetime()) }),
);

export const getMembershipCard = endpoint({
  route: 'GET /membership/card',
  access: 'member',
  reply: MembershipCardReply,
});

/** `create` gives the card a new link; the previous one stops working. `revoke` deletes the card. */
export const changeMembershipCard = endpoint({
  route: 'POST /membership/card',
  access: 'member',
  request: z.object({ action: z.enum(['create', 'revoke']) }),
  reply: MembershipCardReply,
});

/** A member's card as anybody with its link sees it. */
export const VerifiedCard = z.object({
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
});

/**
 * The membership behind a card link, for the card's page and for conference software. The token travels in the body,
 * because queries end up in logs.
 */
export const verifyMembershipCard = endpoint({
  route: 'POST /membership/proof',
  access: 'anyone',
  request: z.object({ token: z.string().check(z.maxLength(400)) }),
  reply: Envelope(VerifiedCard),
});
