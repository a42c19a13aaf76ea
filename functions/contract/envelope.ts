import * as z from 'zod/mini';
import { canonicalize } from '#shared/text';

/** The reply of a call that hands out data. */
export const Envelope = <Data extends z.ZodMiniType>(data: Data) =>
  z.object({ code: z.literal(1), msg: z.string(), data });

const INVALID_CURSOR = 'Invalid position in this list.';

/** Where the next part of a list begins, as the last reply gave it; none asks for the beginning. */
export const cursorLike = (shape: RegExp) =>
  z.optional(z.string().check(z.maxLength(320), z.regex(shape, INVALID_CURSOR)));

/** For a list in the order of addresses. */
export const addressCursor = cursorLike(/^[^\s@]+@[^\s@]+$/);

/** A part of a list of addresses; `search` is how they begin. */
export const addressSearch = {
  search: z._default(z.pipe(z.string().check(z.maxLength(254)), z.transform(canonicalize)), ''),
  cursor: addressCursor,
};

/** For calls with `addressSearch`: DynamoDB refuses a start outside of what is asked for. */
export const startsInside = z.refine<{ search: string; cursor?: string | undefined }>(
  ({ search, cursor }) => cursor?.startsWith(search) !== false,
  { path: ['cursor'], error: INVALID_CURSOR },
);

/** A number in a query, from 1 to `max`: decimal digits alone, so that `0x10`, `1e2` and ` 7 ` are none. */
export const Count = (max: number) =>
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d{1,9}$/))], 'Enter a whole number.'),
    z.pipe(
      z.transform((given: number | string) => Number(given)),
      z.int().check(z.gte(1), z.lte(max)),
    ),
  );

/** A part of a list: `next` is the cursor of the following part, absent after the last; `total` is the length of the list. */
export const CursorPage = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), next: z.optional(z.string()), total: z.optional(z.number()) });

/** The specification's paging, for `getRecipients` alone; every other list takes a cursor. */
export const pageQuery = (items: number) => ({
  page: z._default(Count(1_000_000), 1),
  limit: z._default(Count(100), items),
});

export const Page = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    items: z.array(item),
    pagination: z.object({ total: z.number(), page: z.number(), limit: z.number() }),
  });
