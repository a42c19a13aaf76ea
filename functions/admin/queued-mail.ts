import { type Actor, type AuditDetails, createAuditEntry } from '../audit/audit.ts';
import { auditEntryWrites } from '../audit/repository.ts';
import {
  discardMailWrites,
  findQueuedMail,
  type QueuedMail,
  sendMailNowWrites,
} from '../mail/transactional/repository.ts';
import type { Context } from '../platform/context.ts';
import type { TableWrite } from '../platform/table/table.ts';

export type QueuedMailContext = Pick<Context, 'now' | 'randomBytes' | 'sleep' | 'log' | 'table'>;

/** Has a waiting or held code or notice sent at the next run. False if it is being sent, or no longer waits. */
export const sendQueuedMail = (context: QueuedMailContext, actor: Actor, id: string): Promise<boolean> =>
  changeQueuedMail(context, id, {
    entry: { actor, action: 'send-queued-mail' },
    writes: (mail) => sendMailNowWrites(mail, context.now()),
  });

/** Removes a waiting or held code or notice without sending it. False if it is being sent, or no longer waits. */
export const discardQueuedMail = (
  context: QueuedMailContext,
  actor: Actor,
  id: string,
  reason: string,
): Promise<boolean> =>
  changeQueuedMail(context, id, {
    entry: { actor, action: 'discard-queued-mail', reason },
    writes: (mail) => discardMailWrites(mail, reason, context.now()),
  });

async function changeQueuedMail(
  context: QueuedMailContext,
  id: string,
  {
    entry,
    writes,
  }: {
    entry: Parameters<typeof createAuditEntry>[1];
    writes: (mail: QueuedMail) => TableWrite[];
  },
): Promise<boolean> {
  const mail = await findQueuedMail(context, id);
  if (!mail) return false;
  const details: AuditDetails = { subject: mail.subject, email: mail.to };
  const failed = await context.table.commit([
    ...writes(mail),
    ...auditEntryWrites(createAuditEntry(context, { ...entry, details })),
  ]);
  return failed.length === 0;
}
