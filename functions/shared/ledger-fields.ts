import * as z from 'zod/mini';
import {
  ACCESS_METHODS,
  LEDGER_KINDS,
  MEMBER_CATEGORIES,
  MEMBERSHIP_TYPES,
  REVIEW_REASONS,
} from './choices.ts';

/** A payment, or what cancels it or pays it back: what its row and the wire have in common. */
export const LedgerFields = z.object({
  /** Of a receipt or a credit note. */
  number: z.optional(z.string()),
  /** The receipt that a credit note cancels or a refund pays back. */
  receipt: z.optional(z.string()),
  /** The credit note that cancels a receipt. */
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
export type LedgerFields = z.output<typeof LedgerFields>;

/** The entries of a month that have all this in common. Amounts are signed: what leaves the association is negative. */
export const LedgerCell = z.object({
  /** YYYY-MM, in Hong Kong. */
  month: z.string(),
  kind: z.enum(LEDGER_KINDS),
  currency: z.string(),
  method: z.enum(ACCESS_METHODS),
  type: z.optional(z.enum(MEMBERSHIP_TYPES)),
  category: z.optional(z.enum(MEMBER_CATEGORIES)),
  count: z.number(),
  amountMinorUnits: z.number(),
});
export type LedgerCell = z.output<typeof LedgerCell>;
