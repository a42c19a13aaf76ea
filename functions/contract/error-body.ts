import * as z from 'zod/mini';

/** The body of every reply that is not a success. */
export const ErrorBody = z.object({
  /**
   * The error code (`#shared/errors`). Any text, because an open page may be older than the server. Absent in replies of
   * gateways before the API.
   */
  error: z.optional(z.string()),
  /** The code's sentence; for a 400, the call's. */
  message: z.string(),
  /** For a 400: the fields that are wrong. */
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** For a 400 of a campaign call: the same sentence, and which part is wrong (`CampaignErrorReason`). */
  code: z.optional(z.literal(0)),
  msg: z.optional(z.string()),
  reason: z.optional(z.string()),
  /** For a 409 of a registration. */
  type: z.optional(z.enum(['username', 'email'])),
  /** For a 429. */
  retryAfterSeconds: z.optional(z.number()),
  /** For a 500. */
  requestId: z.optional(z.string()),
});
export type ErrorBody = z.output<typeof ErrorBody>;
