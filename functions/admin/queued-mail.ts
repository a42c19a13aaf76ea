import { type Actor, type AuditEntryInput, createAuditEntry } from '../audit/audit.ts';
import { commitWithEntry } from '../audit/repository.ts';
import {
  discardMailWrites,
  findQueuedMail,
  type QueuedMail,
  sendMailNowWrites,
} from '../mail/transactional/repository.ts';
import type { ChangeContext } from '../platform/context.ts';
import type { TableWrite } from '../platform/table/table.ts';

/** Has a waiting or held code or notice sent at the next run. False if it is being sent, or no longer waits. */
export const sendQueuedMail = (context: ChangeContext, actor: Actor, id: string): Promise<boolean> =>
  changeQueuedMail(context, id, { actor, action: 'send-queued-mail' }, (mail) =>
    sendMailNowWrites(mail, context.now()),
  );

/** Removes a waiting or held code or notice without sending it. False if it is being sent, or no longer waits. */
export const discardQueuedMail = (context: ChangeContext, actor: Actor, id: string, reason: string) =>
  changeQueuedMail(context, id, { actor, action: 'discard-queued-mail', reason }, (mail) =>
    discardMailWrites(mail, reason, context.now()),
  );

async function changeQueuedMail(
  context: ChangeContext,
  id: string,
  input: AuditEntryInput,
  writesFor: (mail: QueuedMail) => TableWrite[],
): Promise<boolean> {
  const mail = await findQueuedMail(context, id);
  if (!mail) return false;
  const entry = createAuditEntry(context, { ...input, details: { subject: mail.subject, email: mail.to } });
  const failed = await commitWithEntry(context, entry, writesFor(mail));
  return failed.length === 0;
}
