import * as z from 'zod/mini';
import type { Page } from '#shared/paging';
import { deleteRows } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { parseItem, type Table, type TableWrite } from '../platform/table/table.ts';
import { insert, remove } from '../platform/table/writes.ts';

/** What an administrator wrote about a member. */
export const Note = z.object({
  /** The time and 32 hex digits: notes are ordered by it. */
  id: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** The author's username. */
  author: z.string(),
  text: z.string(),
});
export type Note = z.output<typeof Note>;

export type Notes = ReturnType<typeof notesRepository>;

export function notesRepository(table: Table) {
  return {
    insertWrite: (uid: string, note: Note): TableWrite =>
      insert('note', { ...keys.note(uid, note.id), ...note }),

    /** Label `note` fails if it was deleted already. */
    deleteWrite: (uid: string, id: string): TableWrite => remove('note', keys.note(uid, id), { id }),

    /** The latest first. */
    async listNotes(uid: string, limit: number, cursor?: string): Promise<Page<Note>> {
      const { pk, sk } = keyPrefixes.notes(uid);
      const { Items = [] } = await table.call('Query', {
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
        ScanIndexForward: false,
        // One more says whether there is a next page.
        Limit: limit + 1,
        ConsistentRead: true,
        ...(cursor !== undefined && { ExclusiveStartKey: keys.note(uid, cursor) }),
      });
      const items = Items.slice(0, limit).map((item) => parseItem(Note, item));
      return { items, next: Items.length > limit ? items.at(-1)?.id : undefined };
    },

    async deleteAllNotes(uid: string): Promise<void> {
      await deleteRows(table, keyPrefixes.notes(uid));
    },
  };
}
