import * as z from 'zod/mini';

/** The reply of a call that hands out data. */
export const Envelope = <Data extends z.ZodMiniType>(data: Data) =>
  z.object({ code: z.literal(1), msg: z.string(), data });

/** A place in a list, as the last reply gave it; none asks for the beginning. */
export const Cursor = z.optional(z.string().check(z.maxLength(2048)));
