import * as z from 'zod/mini';
import { MEMBER_CATEGORIES, MEMBER_STATES, MEMBERSHIP_STATUSES, MEMBERSHIP_TYPES } from '#shared/choices';
import { canonicalize } from '#shared/text';
import type { Context } from '../platform/context.ts';
import { rowsWithPrefix } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { parseItem } from '../platform/table/table.ts';

/** A filter of the list of members under a name, for every administrator. */
export const Segment = z.object({
  name: z.string(),
  filter: z.object({
    search: z.string(),
    status: z.optional(z.enum(MEMBERSHIP_STATUSES)),
    state: z.optional(z.enum(MEMBER_STATES)),
    category: z.optional(z.enum(MEMBER_CATEGORIES)),
    type: z.optional(z.enum(MEMBERSHIP_TYPES)),
    activeUntil: z.optional(z.string()),
    country: z.optional(z.string()),
    conference: z.optional(z.string()),
  }),
});
export type Segment = z.output<typeof Segment>;

const keyOf = (name: string) => keys.segment(canonicalize(name));

/** By name. */
export async function listSegments(context: Pick<Context, 'table'>): Promise<Segment[]> {
  return Array.fromAsync(rowsWithPrefix(context.table, keyPrefixes.segments), (row) =>
    parseItem(Segment, row),
  );
}

/** Replaces the segment of that name. */
export async function putSegment(context: Pick<Context, 'table'>, { name, filter }: Segment): Promise<void> {
  await context.table.call('PutItem', { Item: { ...keyOf(name), name, filter } });
}

/** Does nothing if there is no such segment. */
export async function deleteSegment(context: Pick<Context, 'table'>, name: string): Promise<void> {
  await context.table.call('DeleteItem', { Key: keyOf(name) });
}
