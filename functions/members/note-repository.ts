import * as z from 'zod/mini';
import { deleteRows, rowsWithPrefix } from '../platform/table/rows.ts';
import { keyPrefixes } from '../platform/table/schema.ts';
import { parseItem, type Table } from '../platform/table/table.ts';

const Note = z.object({
  /** ISO 8601, UTC. */
  at: z.string(),
  text: z.string(),
});
type Note = z.output<typeof Note>;

export type Notes = ReturnType<typeof notesRepository>;

/**
 * Notes that administrators wrote about members in an earlier version. They are in the member's data until the account is
 * deleted.
 */
export function notesRepository(table: Table) {
  return {
    /** The latest first. */
    listNotes: (uid: string): Promise<Note[]> =>
      Array.fromAsync(rowsWithPrefix(table, keyPrefixes.notes(uid), { latestFirst: true }), (item) =>
        parseItem(Note, item),
      ),

    deleteAllNotes: (uid: string): Promise<void> => deleteRows(table, keyPrefixes.notes(uid)),
  };
}
