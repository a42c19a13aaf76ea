import * as z from 'zod/mini';

/** The body of every reply that is not a success. */
export const RefusalBody = z.object({
  message: z.string(),
  /** With 400: where the request is wrong. */
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /**
   * With 400 of a mail: the same sentence, and which part is wrong (`MAIL_REASONS`). The `reason` also comes with 401 of a
   * login, `second-factor-needed` or `second-factor-wrong`, and with 403: `second-factor-missing` where it must be set up
   * first, `second-factor-stale` where it must be given again; with 429 of a login, `account-guarded`.
   */
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
export type RefusalBody = z.output<typeof RefusalBody>;
