import * as z from 'zod/mini';
import { REVIEW_REASONS } from '#shared/choices';
import { Line, Uid } from '#shared/fields';
import { About } from './audit.ts';
import { endpoint } from './endpoint.ts';
import { CursorPage, cursorLike, Envelope } from './envelope.ts';

/** Asks the provider whether the member has paid and, if so, extends the membership. */
export const confirmPayment = endpoint({
  route: 'POST /membership/confirm-payment',
  access: 'member',
  reply: z.object({ success: z.boolean(), message: z.string() }),
});

/** The number of one of our own receipts, as the membership record has it. */
export const ReceiptNumber = z.string().check(z.regex(/^AG-\d{6,}$/, 'Invalid receipt number.'));

/** `code` is 1 with a link that works for five minutes, 0 with a sentence while the receipt is being made. */
export const getReceipt = endpoint({
  route: 'GET /membership/receipt',
  access: 'member',
  request: z.object({ number: ReceiptNumber }),
  reply: z.object({ code: z.number(), msg: z.string(), data: z.optional(z.object({ url: z.string() })) }),
});

/**
 * An administrator opens a member's receipt or credit note, or sends the member an email that leads to it. The reply to
 * `open` is that of `getReceipt`.
 */
export const changeReceipt = endpoint({
  route: 'POST /admin/receipt',
  access: 'admin',
  request: z.object({ action: z.enum(['open', 'send']), uid: Uid, number: ReceiptNumber }),
  reply: getReceipt.reply,
});

/** The payment provider's webhook. */
export const paymentWebhook = endpoint({
  route: 'POST /payments/webhook',
  access: 'anyone',
  signatureHeader: 'stripe-signature',
  request: z.object({ text: z.string(), signature: z.string() }),
  bodyLimitBytes: 256 * 1024,
  reply: z.object({ received: z.literal(true) }),
});

/** A payment that a person must look at. */
export const PaymentForReview = z.object({
  paymentId: z.string(),
  paidAt: z.iso.datetime(),
  currency: z.string(),
  amountMinorUnits: z.number(),
  reason: z.enum(REVIEW_REASONS),
  /** The payer, if known. */
  about: z.optional(About),
  /** The payment reference, as it stood in the hosted page's address. */
  reference: z.string(),
  /** For a bank transfer: the reference on the bank statement. */
  bankReference: z.optional(z.string()),
});
export type PaymentForReview = z.output<typeof PaymentForReview>;

/** Payments not yet resolved, the oldest first, 50 a page. */
export const getPaymentsForReview = endpoint({
  route: 'GET /admin/payments-for-review',
  access: 'admin',
  request: z.object({ cursor: cursorLike(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z#.+$/) }),
  reply: Envelope(CursorPage(PaymentForReview)),
});

/** Takes a payment off the list, with a note of what was done. */
export const resolvePayment = endpoint({
  route: 'POST /admin/payments-for-review',
  access: 'admin',
  request: z.object({ paymentId: Line(255), reason: Line(500) }),
  reply: Envelope(z.object({ outcome: z.string() })),
});
