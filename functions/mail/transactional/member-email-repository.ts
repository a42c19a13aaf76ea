/** The transactional emails of each member; `enqueueMailWrites` adds to them. */

import pLimit from 'p-limit';
import * as z from 'zod/mini';
import { canonicalize } from '#shared/text';
import type { WithTable } from '../../platform/context.ts';
import { listRows, rowsWithPrefix } from '../../platform/table/rows.ts';
import { keyPrefixes, keys } from '../../platform/table/schema.ts';
import { itemKey, type Key, parseItem, unlessConditionFailed } from '../../platform/table/table.ts';

/** A transactional email to a member; its delivery has the outcome. */
const TransactionalMemberEmail = z.object({
  id: z.string(),
  /** ISO 8601, UTC: the email was due then. */
  at: z.string(),
  address: z.string(),
  subject: z.string(),
});

const CONCURRENT_EMAILS = 8;

const deleteRow = (context: WithTable, Key: Key) => context.table.call('DeleteItem', { Key });
const deleteFinishedMail = async (context: WithTable, id: string): Promise<boolean> => {
  const deletion = context.table.call('DeleteItem', {
    Key: keys.mail(id),
    ConditionExpression: 'attribute_not_exists(due)',
  });
  return (await unlessConditionFailed(deletion)) !== undefined;
};

/** The latest first. */
export const listTransactionalEmails = ({ table }: WithTable, uid: string) =>
  listRows(table, keyPrefixes.memberEmails(uid), TransactionalMemberEmail, { latestFirst: true });

/**
 * Deletes the emails with their addresses. One that still waits is sent and expires by itself: whoever takes over an
 * account and deletes it can't stop the notice to the old address.
 */
export async function deleteMemberEmails(context: WithTable, uid: string): Promise<void> {
  const rows = await Array.fromAsync(rowsWithPrefix(context.table, keyPrefixes.memberEmails(uid)));
  await pLimit(CONCURRENT_EMAILS).map(rows, async (row) => {
    const { id, address } = parseItem(TransactionalMemberEmail, row);
    if (await deleteFinishedMail(context, id))
      await deleteRow(context, keys.delivery(id, canonicalize(address)));
    // Last, so that a repetition finds what is left.
    await deleteRow(context, itemKey(row));
  });
}
