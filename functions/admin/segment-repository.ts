import * as z from 'zod/mini';
import { MEMBER_CATEGORIES, MEMBER_STATES, MEMBERSHIP_STATUSES, MEMBERSHIP_TYPES } from '#shared/choices';
import { canonicalize } from '#shared/text';
import type { WithTable } from '../platform/context.ts';
import { listRows } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import type { MemberFilter } from './search-members.ts';

/** A filter of the list of members under a name, for every administrator. */
const Segment = z.object({
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
type Segment = z.output<typeof Segment>;

const keyOf = (name: string) => keys.segment(canonicalize(name));

/** By name. */
export const listSegments = ({ table }: WithTable): Promise<Segment[]> =>
  listRows(table, keyPrefixes.segments, Segment);

/** Replaces the segment of that name. What is empty in the filter is left out. */
export async function putSegment({ table }: WithTable, name: string, filter: MemberFilter): Promise<void> {
  const chosen = Object.entries(filter).filter(([, value]) => value);
  await table.call('PutItem', {
    Item: { ...keyOf(name), name, filter: { search: '', ...Object.fromEntries(chosen) } },
  });
}

/** Does nothing if there is no such segment. */
export async function deleteSegment(context: WithTable, name: string): Promise<void> {
  await context.table.call('DeleteItem', { Key: keyOf(name) });
}
