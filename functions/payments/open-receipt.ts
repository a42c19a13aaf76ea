import { type Actor, createAuditEntry } from '../audit/audit.ts';
import { enforceLimit, type LimitsDeps } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import { receiptMail } from '../mail/transactional/messages/membership.ts';
import type { Files } from '../platform/files.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { PaymentsDeps } from './fulfil-payment.ts';
import { receiptFileKey } from './receipt.ts';

export interface ReceiptDeps extends PaymentsDeps {
  files: Pick<Files, 'link'>;
}

const LINK_LIFETIME_SECONDS = 300;

/** A link to the document, which must have been made. */
export const linkReceipt = ({ files, now }: Pick<ReceiptDeps, 'files' | 'now'>, number: string) =>
  files.link(receiptFileKey(number), LINK_LIFETIME_SECONDS, now());

/**
 * Lets an administrator read a member's receipt or credit note; undefined while its document is being made. Recorded in
 * the audit log. @throws `receipt-not-found`
 */
export async function openReceipt(
  deps: ReceiptDeps,
  actor: Actor,
  uid: string,
  number: string,
): Promise<string | undefined> {
  const found = await deps.receipts.findReceipt(uid, number);
  if (!found) throw new DomainError('receipt-not-found');
  const details = { receipt: number };
  await deps.audit.writeEntry(createAuditEntry(deps, { actor, action: 'open-receipt', about: uid, details }));
  return found.isReady ? linkReceipt(deps, number) : undefined;
}

/**
 * Sends the member an email that leads to the receipt.
 * @throws `receipt-not-found`, `member-not-found`, `too-many-attempts`
 */
export async function sendReceipt(
  deps: ReceiptDeps & LimitsDeps,
  actor: Actor,
  uid: string,
  number: string,
): Promise<void> {
  const [member, found] = await Promise.all([
    deps.members.findMember(uid),
    deps.receipts.findReceipt(uid, number),
  ]);
  if (!member) throw new DomainError('member-not-found');
  if (!found) throw new DomainError('receipt-not-found');
  await enforceLimit(deps, limitRules.administratorEmails, uid);
  const details = { receipt: number };
  await deps.table.commit([
    ...deps.mailQueue.enqueueWrites(receiptMail(deps, member, found.receipt)),
    ...deps.audit.entryWrites(createAuditEntry(deps, { actor, action: 'send-receipt', about: uid, details })),
  ]);
}
