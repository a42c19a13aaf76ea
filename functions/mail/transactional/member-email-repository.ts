import pLimit from 'p-limit';
import * as z from 'zod/mini';
import { canonicalize } from '#shared/text';
import { rowsWithPrefix } from '../../platform/table/rows.ts';
import { keyPrefixes, keys } from '../../platform/table/schema.ts';
import {
  itemKey,
  type Key,
  parseItem,
  type Table,
  unlessConditionFailed,
} from '../../platform/table/table.ts';

/** A transactional email to a member; its delivery has the outcome. */
export const TransactionalMemberEmail = z.object({
  id: z.string(),
  /** ISO 8601, UTC: the email was due then. */
  at: z.string(),
  address: z.string(),
  subject: z.string(),
});
export type TransactionalMemberEmail = z.output<typeof TransactionalMemberEmail>;

const CONCURRENT_EMAILS = 8;

export type MemberEmails = ReturnType<typeof memberEmailsRepository>;

/** The transactional emails of each member; `enqueueWrites` adds to them. */
export function memberEmailsRepository(table: Table) {
  const rowsOf = (uid: string) => rowsWithPrefix(table, keyPrefixes.memberEmails(uid), { latestFirst: true });
  const deleteRow = (Key: Key) => table.call('DeleteItem', { Key });
  const deleteFinishedMail = async (id: string): Promise<boolean> => {
    const deletion = table.call('DeleteItem', {
      Key: keys.mail(id),
      ConditionExpression: 'attribute_not_exists(due)',
    });
    return (await unlessConditionFailed(deletion)) !== undefined;
  };

  return {
    /** The latest first. */
    async listTransactional(uid: string): Promise<TransactionalMemberEmail[]> {
      return Array.fromAsync(rowsOf(uid), (row) => parseItem(TransactionalMemberEmail, row));
    },

    /**
     * Deletes the emails with their addresses. One that still waits is sent and expires by itself: whoever takes over an
     * account and deletes it can't stop the notice to the old address.
     */
    async deleteAllEmails(uid: string): Promise<void> {
      const rows = await Array.fromAsync(rowsOf(uid));
      await pLimit(CONCURRENT_EMAILS).map(rows, async (row) => {
        const { id, address } = parseItem(TransactionalMemberEmail, row);
        if (await deleteFinishedMail(id)) await deleteRow(keys.delivery(id, canonicalize(address)));
        // Last, so that a repetition finds what is left.
        await deleteRow(itemKey(row));
      });
    },
  };
}
