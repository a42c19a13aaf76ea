import { rowsWithPrefix } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { itemKey, type Table, type TableWrite } from '../platform/table/table.ts';
import { put } from '../platform/table/writes.ts';

export type Erasures = ReturnType<typeof erasuresRepository>;

/** Deleted members whose addresses may still be in deliveries. */
export function erasuresRepository(table: Table) {
  return {
    /** Label `erasure`. */
    requestWrite: (uid: string): TableWrite => put('erasure', keys.erasure(uid)),

    async listUids(): Promise<string[]> {
      return Array.fromAsync(rowsWithPrefix(table, keyPrefixes.erasures), (row) => itemKey(row).sk);
    },

    async complete(uid: string): Promise<void> {
      await table.call('DeleteItem', { Key: keys.erasure(uid) });
    },
  };
}
