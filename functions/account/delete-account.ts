import { batchesOf } from '#shared/paging';
import { canonicalize } from '#shared/text';
import {
  type AdminAction,
  type AuditEntry,
  auditEntryFor,
  createAccountEntry,
  logAccountEntry,
} from '../audit/audit.ts';
import { auditLogWrite } from '../audit/repository.ts';
import { limitRules } from '../limits/limits.ts';
import { enforceLimit } from '../limits/repository.ts';
import { type Campaign, isFinished } from '../mail/campaigns/campaign.ts';
import { everyCampaign, getMessage, putMessage } from '../mail/campaigns/campaign-repository.ts';
import { eraseMemberFromDeliveries } from '../mail/campaigns/delivery-repository.ts';
import { deleteDraft } from '../mail/campaigns/drafts.ts';
import { removeSuppressionWrite } from '../mail/suppressions/recipients.ts';
import type { TransactionalMail } from '../mail/transactional/mail.ts';
import { accountDeletedMail } from '../mail/transactional/messages/account.ts';
import { deleteMemberEmails, enqueueMailWrites } from '../mail/transactional/repository.ts';
import type { Caller, Member } from '../members/member.ts';
import { loadMemberForAction } from '../members/repository.ts';
import { removeSecondFactorWrites } from '../members/second-factor-repository.ts';
import { deleteMemberWrites } from '../members/write-repository.ts';
import { anonymizePaymentWrites, formerPayerWrites, listReceipts } from '../payments/repository.ts';
import type { Context, WithTable } from '../platform/context.ts';
import { deleteRows, rowsWithPrefix } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { itemKey, type TableWrite } from '../platform/table/table.ts';
import { put } from '../platform/table/writes.ts';
import { DomainError } from '../shared/domain-error.ts';
import { discardCodeWrite } from './code-repository.ts';
import { listPasskeys, removePasskeyWrite } from './passkey-repository.ts';
import { confirmPassword } from './password.ts';

/**
 * Deletes the caller's account and everything that names the member; it takes the password and the typed username.
 * Payment records and membership periods stay, without the name. An email confirms the deletion.
 * @throws `not-your-account`, `password-wrong`, `profile-conflict`, `too-many-attempts`
 */
export async function deleteAccount(
  context: Pick<Context, 'table' | 'mailFiles' | 'keyedHash' | 'passwords' | 'now' | 'randomBytes' | 'log'>,
  { member, source }: Caller,
  input: { password: string; username: string },
): Promise<void> {
  if (canonicalize(input.username) !== canonicalize(member.username))
    throw new DomainError('not-your-account');
  await confirmPassword(context, member, input.password);
  const entry = createAccountEntry(context, source, { action: 'delete-account', uid: member.uid });
  await removeAccount(context, member, entry, accountDeletedMail(context, member));
  if (member.role === 'administrator')
    await deleteDraft(context, member.uid).catch(logLeftover(context, member, 'draft-not-deleted'));
  logAccountEntry(context, entry);
}

/**
 * The same at the member's request, by an administrator who types the username.
 * @throws `administrator-protected`, `member-not-found`, `member-conflict`, `too-many-attempts`
 */
export async function deleteMember(
  context: Pick<Context, 'table' | 'now' | 'randomBytes' | 'log'>,
  action: AdminAction,
  username: string,
): Promise<void> {
  const member = await loadMemberForAction(context, action);
  if (canonicalize(username) !== canonicalize(member.username)) throw new DomainError('member-conflict');
  if (member.role === 'administrator') throw new DomainError('administrator-protected');
  if (action.actor.by === 'person')
    await enforceLimit(context, limitRules.officeEmails, ['deletion', action.actor.uid]);
  const entry = auditEntryFor(context, action, 'delete-account');
  await removeAccount(context, member, entry, accountDeletedMail(context, member, action.reason));
}

/** @throws `profile-conflict` if the member has changed since */
async function removeAccount(
  context: Pick<Context, 'table' | 'log'>,
  member: Member,
  entry: AuditEntry,
  mail: TransactionalMail,
): Promise<void> {
  const { uid, email } = member;
  const [failed] = await context.table.commit([
    ...deleteMemberWrites(member),
    ...formerPayerWrites(uid, await listReceipts(context, uid)),
    discardCodeWrite(uid, 'reset'),
    discardCodeWrite(uid, 'verification'),
    ...removeSecondFactorWrites(uid),
    ...(await listPasskeys(context, uid)).map(removePasskeyWrite),
    removeSuppressionWrite(canonicalize(email)),
    requestErasureWrite(uid),
    ...enqueueMailWrites(mail),
    // Only in the log: the entries in the member's own partition are deleted too.
    auditLogWrite(entry),
  ]);
  if (failed) throw new DomainError('profile-conflict');
  // The account is gone, whatever happens here: the nightly job does what is left.
  await deleteRecords(context, uid).catch(logLeftover(context, member, 'records-not-deleted'));
}

const logLeftover =
  ({ log }: Pick<Context, 'log'>, { uid }: Member, event: 'records-not-deleted' | 'draft-not-deleted') =>
  (cause: unknown) =>
    log({ level: 'error', event, uid, cause });

const WRITES_AT_ONCE = 25;

/**
 * Deletes the records of a member whose account is deleted, and removes the name from those that stay: a member may have
 * more of them than one transaction takes. Can be repeated; a kind that fails stops no other.
 */
async function deleteRecords(context: WithTable, uid: string): Promise<void> {
  const results = await Promise.allSettled([
    anonymizePayments(context, uid),
    ...deleteRowsOfMember(context, uid),
    deleteMemberEmails(context, uid),
  ]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function anonymizePayments(context: WithTable, uid: string): Promise<void> {
  for (const batch of batchesOf(await anonymizePaymentWrites(context, uid), WRITES_AT_ONCE)) {
    const [failed] = await context.table.commit(batch);
    if (failed) throw new Error(`A row with the name of a former member has gone: ${failed.label}`);
  }
}

type ErasureContext = Pick<Context, 'table' | 'mailFiles'>;

/**
 * The nightly part of every deletion: what a crash, or a login at the same moment, has left of the records, and the
 * addresses in campaigns. Can be repeated.
 */
export async function finishDeletions(context: ErasureContext): Promise<void> {
  for (const uid of await listErasures(context)) {
    await deleteRecords(context, uid);
    if (await eraseAddresses(context, uid))
      await context.table.call('DeleteItem', { Key: keys.erasure(uid) });
  }
}

/**
 * Removes a deleted member from every finished campaign. False if a campaign is left for a later run: an unfinished one
 * sends the member nothing. Every step can be repeated.
 */
async function eraseAddresses(context: ErasureContext, uid: string): Promise<boolean> {
  let isComplete = true;
  for await (const campaign of everyCampaign(context)) {
    if (!isFinished(campaign) || !(await eraseFromCampaign(context, campaign, uid))) isComplete = false;
  }
  return isComplete;
}

async function eraseFromCampaign(context: ErasureContext, campaign: Campaign, uid: string): Promise<boolean> {
  const isComplete = await eraseMemberFromDeliveries(context, campaign, uid);
  const message = await getMessage(context, campaign.id);
  const recipients = message?.recipients.filter((recipient) => recipient.uid !== uid) ?? [];
  if (message && recipients.length < message.recipients.length)
    await putMessage(context, campaign.id, { ...message, recipients });
  return isComplete;
}

/** Marks a deleted member whose addresses may still be in deliveries. Label `erasure`. */
export const requestErasureWrite = (uid: string): TableWrite => put('erasure', keys.erasure(uid));

export async function listErasures(context: WithTable): Promise<string[]> {
  return Array.fromAsync(rowsWithPrefix(context.table, keyPrefixes.erasures), (row) => itemKey(row).sk);
}

/**
 * Deletes the rows that nobody needs without the account, each kind by itself. The audit log keeps its own entries, which
 * identify nobody without the account.
 */
const deleteRowsOfMember = (context: WithTable, uid: string): Promise<void>[] =>
  [
    keyPrefixes.auditAbout(uid),
    // They have ended with the account; their rows hold the browsers and networks of the member.
    keyPrefixes.sessions(uid),
    // Their reasons may name the member. The terms themselves stay, for the statistics, under a uid that names nobody.
    keyPrefixes.voidedTerms(uid),
    keyPrefixes.conferenceRecords(uid),
    keyPrefixes.notes(uid),
  ].map((prefix) => deleteRows(context.table, prefix));
