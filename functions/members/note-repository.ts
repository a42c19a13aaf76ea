/**
 * Notes that administrators wrote about members in an earlier version. They are in the member's data until the account is
 * deleted.
 */

import * as z from 'zod/mini';
import type { Context } from '../platform/context.ts';
import { deleteRows, rowsWithPrefix } from '../platform/table/rows.ts';
import { keyPrefixes } from '../platform/table/schema.ts';
import { parseItem } from '../platform/table/table.ts';

const Note = z.object({
  /** ISO 8601, UTC. */
  at: z.string(),
  text: z.string(),
});
type Note = z.output<typeof Note>;

/** The latest first. */
export const listNotes = (context: Pick<Context, 'table'>, uid: string): Promise<Note[]> =>
  Array.fromAsync(rowsWithPrefix(context.table, keyPrefixes.notes(uid), { latestFirst: true }), (item) =>
    parseItem(Note, item),
  );

export const deleteNotes = (context: Pick<Context, 'table'>, uid: string): Promise<void> =>
  deleteRows(context.table, keyPrefixes.notes(uid));
