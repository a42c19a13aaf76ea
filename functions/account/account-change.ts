import { type AccountEvent, createAccountEntry, logAccountEntry } from '../audit/audit.ts';
import { auditEntryWrites } from '../audit/repository.ts';
import type { TransactionalMail } from '../mail/transactional/mail.ts';
import { enqueueMailWrites } from '../mail/transactional/repository.ts';
import type { Context } from '../platform/context.ts';
import type { CallSource } from '../platform/runtime.ts';
import type { TableWrite } from '../platform/table/table.ts';

/**
 * Commits a change of an account with its email and its audit entry, and logs the entry. False if a row is no longer what
 * was read: then nothing is written.
 */
export async function commitAccountChange(
  context: Pick<Context, 'table' | 'keyedHash' | 'now' | 'randomBytes' | 'log'>,
  source: CallSource,
  event: AccountEvent,
  mail: TransactionalMail,
  writes: readonly TableWrite[],
): Promise<boolean> {
  const entry = createAccountEntry(context, source, event);
  const failed = await context.table.commit([
    ...writes,
    ...enqueueMailWrites(mail),
    ...auditEntryWrites(entry),
  ]);
  if (failed.length > 0) return false;
  logAccountEntry(context, entry);
  return true;
}
