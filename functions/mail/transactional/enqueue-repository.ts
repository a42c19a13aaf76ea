/** For what causes an email. The sender reads the queue by `repository.ts`, which the API does not load. */

import { canonicalize } from '#shared/text';
import { currentRequestId } from '../../platform/runtime.ts';
import { keys } from '../../platform/table/schema.ts';
import { seconds, type TableWrite } from '../../platform/table/table.ts';
import { insert, put } from '../../platform/table/writes.ts';
import type { TransactionalMail } from './mail.ts';

/** The partition of the index `due`; a row leaves it when no work is left. */
export const DUE = 'TRANSACTIONAL';

/** From the time when it is due: in spring, members still ask about the reminders and receipts of the year's end. */
export const KEEP_SECONDS = 180 * 86_400;

/**
 * The email, its one delivery, by which SES's events find the address, and its place among the member's emails, which
 * leads to the delivery: an outcome is written once.
 */
export function enqueueMailWrites({ uid, ...mail }: TransactionalMail): TableWrite[] {
  const expiresAt = seconds(new Date(mail.dueAt)) + KEEP_SECONDS;
  const requestId = currentRequestId();
  const row = { kind: 'transactional', ...mail, requestId, attempt: 0, due: DUE, expiresAt };
  const delivery = { address: mail.to, state: 'pending', times: {}, expiresAt };
  const { id, dueAt: at, to: address, subject } = mail;
  return [
    insert('mail', { ...keys.mail(mail.id), ...row }),
    insert('delivery', { ...keys.delivery(mail.id, canonicalize(mail.to)), ...delivery }),
    ...(uid === undefined
      ? []
      : [put('member-email', { ...keys.memberEmail(uid, at, id), id, at, address, subject, expiresAt })]),
  ];
}
