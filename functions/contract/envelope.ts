import * as z from 'zod/mini';

/** The reply of a call that hands out data. */
export const Envelope = <Data extends z.ZodMiniType>(data: Data) =>
  z.object({ code: z.literal(1), msg: z.string(), data });

/** A place in a list, as the last reply gave it; none asks for the beginning. */
export const Cursor = z.optional(z.string().check(z.maxLength(2048)));

const Whole = z.coerce.number().check(z.int(), z.gte(1));

/** Which part of a list is wanted, and so many to a page. */
export const pageOf = (items: number) => ({
  page: z._default(Whole.check(z.lte(1_000_000)), 1),
  limit: z._default(Whole.check(z.lte(100)), items),
});

export const Page = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    items: z.array(item),
    pagination: z.object({ total: z.number(), page: z.number(), limit: z.number() }),
  });
