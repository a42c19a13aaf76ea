/** Deleted members whose addresses may still be in deliveries. */

import type { WithTable } from '../platform/context.ts';
import { rowsWithPrefix } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { itemKey, type TableWrite } from '../platform/table/table.ts';
import { put } from '../platform/table/writes.ts';

/** Label `erasure`. */
export const requestErasureWrite = (uid: string): TableWrite => put('erasure', keys.erasure(uid));

export async function listErasures(context: WithTable): Promise<string[]> {
  return Array.fromAsync(rowsWithPrefix(context.table, keyPrefixes.erasures), (row) => itemKey(row).sk);
}

export async function completeErasure(context: WithTable, uid: string): Promise<void> {
  await context.table.call('DeleteItem', { Key: keys.erasure(uid) });
}
