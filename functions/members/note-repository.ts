/**
 * Notes that administrators wrote about members in an earlier version. They are in the member's data until the account is
 * deleted.
 */

import * as z from 'zod/mini';
import type { WithTable } from '../platform/context.ts';
import { listRows } from '../platform/table/rows.ts';
import { keyPrefixes } from '../platform/table/schema.ts';

const Note = z.object({
  /** ISO 8601, UTC. */
  at: z.string(),
  text: z.string(),
});
type Note = z.output<typeof Note>;

/** The latest first. */
export const listNotes = (context: WithTable, uid: string): Promise<Note[]> =>
  listRows(context.table, keyPrefixes.notes(uid), Note, { latestFirst: true });
