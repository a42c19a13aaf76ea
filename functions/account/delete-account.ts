import { canonicalize } from '#shared/text';
import {
  type AdminAction,
  type AuditEntry,
  auditEntryFor,
  createAccountEntry,
  logAccountEntry,
} from '../audit/audit.ts';
import { auditLogWrite } from '../audit/repository.ts';
import { enforceLimit } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import { deleteDraft } from '../mail/campaigns/message-store.ts';
import { removeSuppressionWrite } from '../mail/suppressions/repository.ts';
import { enqueueMailWrites } from '../mail/transactional/enqueue-repository.ts';
import type { TransactionalMail } from '../mail/transactional/mail.ts';
import { accountDeletedMail } from '../mail/transactional/messages/account.ts';
import type { WithDirectory } from '../members/directory.ts';
import type { Caller, Member } from '../members/member.ts';
import { loadMemberForAction } from '../members/members.ts';
import { deleteMemberWrites } from '../members/repository.ts';
import { discardSecondFactorWrites } from '../members/second-factor-repository.ts';
import { formerPayerWrites, listReceipts } from '../payments/receipt-repository.ts';
import type { Context } from '../platform/context.ts';
import { DomainError } from '../shared/domain-error.ts';
import { confirmPassword } from './change-password.ts';
import { discardCodeWrite } from './code-repository.ts';
import { deleteRecords } from './delete-records.ts';
import { requestErasureWrite } from './erasure-repository.ts';
import { listPasskeys, removePasskeyWrite } from './passkey-repository.ts';

export type AccountContext = Pick<
  Context,
  | 'loadWebauthn'
  | 'table'
  | 'mailFiles'
  | 'totp'
  | 'secondFactorKeys'
  | 'secondFactorPolicy'
  | 'keyedHash'
  | 'loadCommonPasswords'
  | 'passwords'
  | 'now'
  | 'randomBytes'
  | 'sleep'
  | 'log'
> &
  WithDirectory;

/** What deleting an account needs, whoever asks for it. */
export type DeletionContext = Pick<Context, 'now' | 'randomBytes' | 'sleep' | 'log' | 'table'>;

/**
 * Deletes the caller's account and everything that names the member; it takes the password and the typed username.
 * Payment records and membership periods stay, without the name. An email confirms the deletion.
 * @throws `not-your-account`, `password-wrong`, `profile-conflict`, `too-many-attempts`
 */
export async function deleteAccount(
  context: AccountContext,
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
  context: DeletionContext & WithDirectory & Pick<Context, 'table'>,
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
  context.directory.invalidate();
}

/** @throws `profile-conflict` if the member has changed since */
async function removeAccount(
  context: DeletionContext,
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
    ...discardSecondFactorWrites(uid),
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
