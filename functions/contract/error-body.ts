import * as z from 'zod/mini';

/** The body of every reply that is not a success. */
export const ErrorBody = z.object({
  /**
   * The error code (`#shared/errors`), not held against the list: a page that is open may be older than the server. What
   * stands before the API, as a gateway, sends none.
   */
  error: z.optional(z.string()),
  /** The code's sentence; with 400 that of the call. */
  message: z.string(),
  /** With 400: where the request is wrong. */
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** With 400 of a mail: the same sentence, and which part is wrong (`CAMPAIGN_ERROR_REASONS`). */
  code: z.optional(z.literal(0)),
  msg: z.optional(z.string()),
  reason: z.optional(z.string()),
  /** With 409 of a registration. */
  type: z.optional(z.enum(['username', 'email'])),
  /** With 429. */
  retryAfterSeconds: z.optional(z.number()),
  /** With 500. */
  requestId: z.optional(z.string()),
});
export type ErrorBody = z.output<typeof ErrorBody>;
