import { type Actor, type AuditDetails, createAuditEntry } from '../audit/audit.ts';
import type { AuditLog } from '../audit/repository.ts';
import type { QueuedMail, QueuedMails } from '../mail/transactional/repository.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Table } from '../platform/table/table.ts';

export type QueuedMailDeps = Runtime & {
  table: Pick<Table, 'commit'>;
  audit: AuditLog;
  queuedMails: QueuedMails;
};

/** Has a waiting or held code or notice sent at the next run. False if it is being sent, or no longer waits. */
export const sendQueuedMail = (deps: QueuedMailDeps, actor: Actor, id: string): Promise<boolean> =>
  changeQueuedMail(deps, id, {
    entry: { actor, action: 'send-queued-mail' },
    writes: (mail) => deps.queuedMails.sendNowWrites(mail, deps.now()),
  });

/** Removes a waiting or held code or notice without sending it. False if it is being sent, or no longer waits. */
export const discardQueuedMail = (
  deps: QueuedMailDeps,
  actor: Actor,
  id: string,
  reason: string,
): Promise<boolean> =>
  changeQueuedMail(deps, id, {
    entry: { actor, action: 'discard-queued-mail', reason },
    writes: (mail) => deps.queuedMails.discardWrites(mail, reason, deps.now()),
  });

async function changeQueuedMail(
  deps: QueuedMailDeps,
  id: string,
  {
    entry,
    writes,
  }: {
    entry: Parameters<typeof createAuditEntry>[1];
    writes: (mail: QueuedMail) => ReturnType<QueuedMails['sendNowWrites']>;
  },
): Promise<boolean> {
  const mail = await deps.queuedMails.findQueued(id);
  if (!mail) return false;
  const details: AuditDetails = { subject: mail.subject, email: mail.to };
  const failed = await deps.table.commit([
    ...writes(mail),
    ...deps.audit.entryWrites(createAuditEntry(deps, { ...entry, details })),
  ]);
  return failed.length === 0;
}
