import { type Actor, createAuditEntry } from '../audit/audit.ts';
import { auditEntryWrites, recordEntry } from '../audit/repository.ts';
import { limitRules } from '../limits/limits.ts';
import { enforceLimit } from '../limits/repository.ts';
import { receiptMail } from '../mail/transactional/messages/membership.ts';
import { enqueueMailWrites } from '../mail/transactional/repository.ts';
import { findMember } from '../members/repository.ts';
import type { Context } from '../platform/context.ts';
import { DomainError } from '../shared/domain-error.ts';
import { receiptFileKey } from './payment.ts';
import { findReceipt } from './repository.ts';

const LINK_LIFETIME_SECONDS = 300;

/** A link to the document, which must have been made. */
export const linkReceipt = ({ files, now }: Pick<Context, 'files' | 'now'>, number: string) =>
  files.link(receiptFileKey(number), LINK_LIFETIME_SECONDS, now());

/**
 * Lets an administrator read a member's receipt or credit note; undefined while its document is being made. Recorded in
 * the audit log. @throws `receipt-not-found`
 */
export async function openReceipt(
  context: Pick<Context, 'table' | 'files' | 'now' | 'randomBytes'>,
  actor: Actor,
  uid: string,
  number: string,
): Promise<string | undefined> {
  const found = await findReceipt(context, uid, number);
  if (!found) throw new DomainError('receipt-not-found');
  const details = { receipt: number };
  await recordEntry(context, { actor, action: 'open-receipt', about: uid, details });
  return found.isReady ? linkReceipt(context, number) : undefined;
}

/**
 * Sends the member an email that leads to the receipt.
 * @throws `receipt-not-found`, `member-not-found`, `too-many-attempts`
 */
export async function sendReceipt(
  context: Pick<Context, 'table' | 'now' | 'randomBytes' | 'log'>,
  actor: Actor,
  uid: string,
  number: string,
): Promise<void> {
  const [member, found] = await Promise.all([findMember(context, uid), findReceipt(context, uid, number)]);
  if (!member) throw new DomainError('member-not-found');
  if (!found) throw new DomainError('receipt-not-found');
  await enforceLimit(context, limitRules.emails, ['administrator', uid]);
  const details = { receipt: number };
  await context.table.commit([
    ...enqueueMailWrites(receiptMail(context, member, found.receipt)),
    ...auditEntryWrites(createAuditEntry(context, { actor, action: 'send-receipt', about: uid, details })),
  ]);
}
