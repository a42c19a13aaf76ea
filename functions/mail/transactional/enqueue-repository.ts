import { canonicalize } from '#shared/text';
import { keys } from '../../platform/table/schema.ts';
import { seconds, type TableWrite } from '../../platform/table/table.ts';
import { insert } from '../../platform/table/writes.ts';
import { currentRequestId } from '../../platform/work.ts';
import type { TransactionalMail } from './mail.ts';

/** The partition of the index `due`; a row leaves it when no work is left. */
export const DUE = 'TRANSACTIONAL';

/** From the time when it is due; longer than anybody asks about a single email. */
export const KEEP_SECONDS = 90 * 86_400;

/** The email and its one delivery, by which SES's events find the address. */
function enqueueWrites(mail: TransactionalMail): TableWrite[] {
  const expiresAt = seconds(new Date(mail.dueAt)) + KEEP_SECONDS;
  const requestId = currentRequestId();
  const row = { kind: 'transactional', ...mail, requestId, total: 1, attempt: 0, due: DUE, expiresAt };
  const delivery = { address: mail.to, state: 'pending', times: {}, expiresAt };
  return [
    insert('mail', { ...keys.mail(mail.id), ...row }),
    insert('delivery', { ...keys.delivery(mail.id, canonicalize(mail.to)), ...delivery }),
  ];
}

/** For what causes an email; the sender reads the queue by a repository of its own, which the API does not load. */
export const transactionalMailQueue = { enqueueWrites };
export type TransactionalMailQueue = typeof transactionalMailQueue;
