import * as z from 'zod/mini';
import { MEMBER_CATEGORIES, MEMBER_STATES } from '#shared/choices';
import { queryAll } from '../platform/table/reads.ts';
import { type Item, parseItem, type Table } from '../platform/table/table.ts';
import type { Directory, DirectoryEntry } from './directory.ts';

const DirectoryItem: z.ZodMiniType<DirectoryEntry> = z.object({
  uid: z.string(),
  email: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  activeUntil: z.string(),
  state: z.enum(MEMBER_STATES),
  category: z._default(z.enum(MEMBER_CATEGORIES), 'ordinary'),
});

/** The one partition of the index `directory`. */
export const DIRECTORY = 'MEMBER';

/** Everybody, or whose membership ends on that day, by canonical address and with no more than the index holds. */
export const directoryRows = (table: Table, activeUntil?: string): AsyncGenerator<Item, void> =>
  queryAll(table, {
    IndexName: 'directory',
    KeyConditionExpression: 'directory = :directory',
    ...(activeUntil !== undefined && { FilterExpression: 'activeUntil = :activeUntil' }),
    ExpressionAttributeValues: { ':directory': DIRECTORY, ':activeUntil': activeUntil },
  });

export const dynamoDirectory = (table: Table): Directory => ({
  async *walk() {
    for await (const row of directoryRows(table)) yield parseItem(DirectoryItem, row);
  },
});
