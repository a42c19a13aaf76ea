import * as z from 'zod/mini';
import { REVIEW_REASONS } from '#shared/choices';
import { Line } from '#shared/fields';
import { About } from './audit.ts';
import { endpoint } from './endpoint.ts';
import { CursorPage, cursorLike, Envelope } from './envelope.ts';

/** A payment that a person has to look at. */
export const SetAside = z.object({
  paymentId: z.string(),
  paidAt: z.iso.datetime(),
  currency: z.string(),
  amountMinorUnits: z.number(),
  reason: z.enum(REVIEW_REASONS),
  /** Whose it is, where that is known. */
  about: z.optional(About),
  /** What the hosted page was told of who pays. */
  reference: z.string(),
});
export type SetAside = z.output<typeof SetAside>;

/** What nobody has dealt with yet, the oldest payment first, 50 at a time. */
export const getPaymentsForReview = endpoint({
  name: 'getPaymentsForReview',
  method: 'GET',
  path: '/admin/payments-for-review',
  access: 'admin',
  request: z.object({ cursor: cursorLike(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z#.+$/) }),
  status: 200,
  reply: Envelope(CursorPage(SetAside)),
});

/** Takes a payment off the list, with what was done about it. */
export const resolvePayment = endpoint({
  name: 'resolvePayment',
  method: 'POST',
  path: '/admin/resolve-payment',
  access: 'admin',
  request: z.object({ paymentId: Line(255), reason: Line(500) }),
  status: 200,
  reply: Envelope(z.object({ outcome: z.string() })),
});
