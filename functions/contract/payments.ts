import * as z from 'zod/mini';
import { endpoint, NoInput } from './endpoint.ts';

/** Asks the provider whether the member has paid, and extends the membership where that is so. */
export const confirmPayment = endpoint({
  name: 'confirmPayment',
  method: 'POST',
  path: '/membership/confirm-payment',
  access: 'member',
  request: NoInput,
  status: 200,
  reply: z.object({ success: z.boolean(), message: z.string() }),
});

/** Number of one of our own receipts, as the membership record names it. */
export const ReceiptNumber = z.string().check(z.regex(/^AG-\d{6,}$/, 'Invalid receipt number.'));

/** `code` is 1 with an address that lives for five minutes, 0 with a sentence while the receipt is being made. */
export const getReceipt = endpoint({
  name: 'getReceipt',
  method: 'GET',
  path: '/membership/get-receipt',
  access: 'member',
  request: z.object({ number: ReceiptNumber }),
  status: 200,
  reply: z.object({ code: z.number(), msg: z.string(), data: z.optional(z.object({ url: z.string() })) }),
});

/** What the payment provider sends of itself. */
export const paymentWebhook = endpoint({
  name: 'paymentWebhook',
  method: 'POST',
  path: '/payments/webhook',
  access: 'anyone',
  signatureHeader: 'stripe-signature',
  request: z.object({ text: z.string(), signature: z.string() }),
  bodyLimitBytes: 256 * 1024,
  status: 200,
  reply: z.object({ received: z.literal(true) }),
});
