import * as z from 'zod/mini';
import { MemberFilter } from '#shared/member-filter';
import { canonicalize } from '#shared/text';
import type { WithTable } from '../platform/context.ts';
import { listRows } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';

/** A filter of the list of members under a name, for every administrator. */
const Segment = z.object({
  name: z.string(),
  filter: MemberFilter,
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
