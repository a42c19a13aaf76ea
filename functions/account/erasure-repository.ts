/** Deleted members whose addresses may still be in deliveries. */

import type { WithTable } from '../platform/context.ts';
import { deleteRows, rowsWithPrefix } from '../platform/table/rows.ts';
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

/** Rows of a member that nobody needs without the account. */
const rowsOfAccount = (uid: string) => [
  keyPrefixes.auditAbout(uid),
  // They have ended with the account; their rows hold the browsers and networks of the member.
  keyPrefixes.sessions(uid),
  // Their reasons may name the member. The terms themselves stay, for the statistics, under a uid that names nobody.
  keyPrefixes.voidedTerms(uid),
  keyPrefixes.conferenceRecords(uid),
  keyPrefixes.notes(uid),
];

/** Deletes each kind by itself. The audit log keeps its own entries, which identify nobody without the account. */
export const deleteRowsOfMember = (context: WithTable, uid: string): Promise<void>[] =>
  rowsOfAccount(uid).map((prefix) => deleteRows(context.table, prefix));
