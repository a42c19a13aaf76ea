import * as z from 'zod/mini';
import type { Directory, DirectoryEntry } from '../domain/directory/directory.ts';
import { CATEGORIES } from '../domain/members/member.ts';
import { fromItem, queryAll, type Table, toItem } from './client.ts';

const DirectoryItem: z.ZodMiniType<DirectoryEntry> = z.object({
  uid: z.string(),
  email: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  activeUntil: z.string(),
  state: z.enum(['active', 'disabled']),
  category: z._default(z.enum(CATEGORIES), 'ordinary'),
});

/** The one partition of the index `directory`. */
export const DIRECTORY = 'MEMBER';

export const dynamoDirectory = (table: Table): Directory => ({
  async *walk() {
    const rows = queryAll(table, {
      IndexName: 'directory',
      KeyConditionExpression: 'directory = :directory',
      ExpressionAttributeValues: toItem({ ':directory': DIRECTORY }),
    });
    for await (const row of rows) yield fromItem(DirectoryItem, row);
  },
});
