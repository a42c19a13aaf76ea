import * as z from 'zod/mini';
import { canonicalize } from '#shared/text';

/** The reply of a call that returns data. */
export const Envelope = <Data extends z.ZodMiniType>(data: Data) =>
  z.object({ code: z.literal(1), msg: z.string(), data });

export const INVALID_CURSOR = 'Invalid position in this list.';

/** Where the next page of a list begins, as the last reply gave it; absent for the first page. */
export const cursorLike = (shape: RegExp) =>
  z.optional(z.string().check(z.maxLength(320), z.regex(shape, INVALID_CURSOR)));

/** For a list ordered by address. */
export const addressCursor = cursorLike(/^[^\s@]+@[^\s@]+$/);

/** For a list ordered by time: the time and an id. */
export const PLACE_IN_TIME = /^\d{4}-\d\d-\d\dT[\d:.]{12}Z#[0-9a-f]{32}$/;

/** One page of a list of addresses; `search` is the beginning of an address. */
export const addressSearch = {
  search: z._default(z.pipe(z.string().check(z.maxLength(254)), z.transform(canonicalize)), ''),
  cursor: addressCursor,
};

/** For calls with `addressSearch`: DynamoDB rejects a cursor outside the searched range. */
export const startsInside = z.refine<{ search: string; cursor?: string | undefined }>(
  ({ search, cursor }) => cursor?.startsWith(search) !== false,
  { path: ['cursor'], error: INVALID_CURSOR },
);

/** In place of a file, which can be larger than a reply: a link that downloads it, within a minute. */
export const FileLink = z.object({ fileName: z.string(), url: z.url() });

/** A number in a query, from 1 to `max`: decimal digits alone, so that `0x10`, `1e2` and ` 7 ` are none. */
export const Count = (max: number) =>
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d{1,9}$/))], 'Enter a whole number.'),
    z.pipe(
      z.transform((given: number | string) => Number(given)),
      z.int().check(z.gte(1), z.lte(max)),
    ),
  );

/** One page of a list: `next` is the cursor of the next page, absent after the last; `total` is the length of the list. */
export const CursorPage = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), next: z.optional(z.string()), total: z.optional(z.number()) });
