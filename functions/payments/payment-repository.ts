import * as z from 'zod/mini';
import { REVIEW_REASONS, type ReviewReason } from '#shared/choices';
import { ACCOUNTS_DAYS } from '#shared/money';
import type { PaymentOutcome } from '../memberships/terms.ts';
import { keys } from '../platform/table/schema.ts';
import { seconds } from '../platform/table/table.ts';
import type { Checkout } from './payment.ts';

export const ACCOUNTING_RETENTION_SECONDS = ACCOUNTS_DAYS * 86_400;

/** A payment as a row: what the provider said, and what became of it. */
export const PaymentItem = z.object({
  paymentId: z.string(),
  paid: z.boolean(),
  paidAt: z.pipe(
    z.iso.datetime(),
    z.transform((text: string) => new Date(text)),
  ),
  live: z.boolean(),
  currency: z.string(),
  amountMinorUnits: z.number(),
  linkId: z.string(),
  reference: z.string(),
  isRefundedOrDisputed: z.boolean(),
  receiptUrl: z.string(),
  receiptNumber: z.string(),
  uid: z.optional(z.string()),
  outcome: z.enum([...REVIEW_REASONS, 'fulfilled']),
}) satisfies z.ZodMiniType<Checkout & { uid?: string | undefined; outcome: PaymentOutcome }>;

const rowOf = (payment: Checkout, outcome: PaymentOutcome, uid: string | undefined) => ({
  ...payment,
  paidAt: payment.paidAt.toISOString(),
  uid,
  outcome,
  expiresAt: seconds(payment.paidAt) + ACCOUNTING_RETENTION_SECONDS,
});

/** The marker that makes fulfilment happen once. */
export const paymentRow = (payment: Checkout, outcome: PaymentOutcome, uid: string | undefined) => ({
  ...keys.payment(payment.paymentId),
  ...rowOf(payment, outcome, uid),
});

/** A row of the treasurer's list. */
export const reviewWrites = (payment: Checkout, reason: ReviewReason, uid: string | undefined) => ({
  ...keys.treasurer(payment.paidAt.toISOString(), payment.paymentId),
  ...rowOf(payment, reason, uid),
});
