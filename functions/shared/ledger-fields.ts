import * as z from 'zod/mini';
import { ACCESS_METHODS, MEMBER_CATEGORIES, MEMBERSHIP_TYPES, REVIEW_REASONS } from './choices.ts';

/** A payment, or what cancels it or pays it back: what its row and the wire have in common. */
export const LedgerFields = z.object({
  /** Of a receipt or a credit note. */
  number: z.optional(z.string()),
  /** The receipt that a credit note cancels or a refund pays back. */
  receipt: z.optional(z.string()),
  cancelledBy: z.optional(z.string()),
  /** The payer, if known. */
  uid: z.optional(z.string()),
  type: z.optional(z.enum(MEMBERSHIP_TYPES)),
  /** The member's at the time. */
  category: z.optional(z.enum(MEMBER_CATEGORIES)),
  method: z.enum(ACCESS_METHODS),
  paymentId: z.string(),
  bankReference: z.optional(z.string()),
  currency: z.string(),
  amountMinorUnits: z.number(),
  /** Why a payment has no receipt. */
  outcome: z.optional(z.enum([...REVIEW_REASONS, 'voided'])),
  refundedMinorUnits: z.optional(z.number()),
  isRefundedOrDisputed: z.optional(z.boolean()),
});
