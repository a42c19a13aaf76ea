import { canonicalize } from '#shared/text';
import {
  type AdminAction,
  type AuditEntry,
  auditEntryFor,
  createAccountEntry,
  logAccountEntry,
} from '../audit/audit.ts';
import type { ConferenceRecords } from '../conferences/repository.ts';
import { enforceLimit, type LimitsDeps } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import type { MemberEmailsDeps } from '../mail/campaigns/member-emails.ts';
import type { DraftStore } from '../mail/campaigns/message-store.ts';
import type { Recipients } from '../mail/suppressions/recipients.ts';
import type { Suppressions } from '../mail/suppressions/repository.ts';
import type { TransactionalMail } from '../mail/transactional/mail.ts';
import type { MemberEmails } from '../mail/transactional/member-email-repository.ts';
import { accountDeletedMail } from '../mail/transactional/messages/account.ts';
import { confirmPassword } from '../members/change-password.ts';
import type { MemberDirectory } from '../members/directory.ts';
import type { Caller, Member } from '../members/member.ts';
import { loadMemberForAction } from '../members/members.ts';
import type { Notes } from '../members/note-repository.ts';
import type { Terms } from '../memberships/repository.ts';
import type { Payments } from '../payments/payment-repository.ts';
import type { Receipts } from '../payments/receipt-repository.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Webauthn } from '../platform/webauthn.ts';
import type { SecondFactorDeps } from '../second-factor/require-second-factor.ts';
import { DomainError } from '../shared/domain-error.ts';
import { deleteRecords } from './delete-records.ts';
import type { Erasures } from './erasure-repository.ts';

export interface AccountDeps extends SecondFactorDeps {
  loadWebauthn: () => Promise<Webauthn>;
  terms: Terms;
  conferenceRecords: ConferenceRecords;
  notes: Notes;
  memberEmails: MemberEmails;
  /** Campaigns, which no other call about an account needs. */
  loadAdministration: () => Promise<Pick<MemberEmailsDeps, 'campaigns' | 'deliveries'>>;
  receipts: Receipts;
  payments: Pick<Payments, 'findPayments' | 'listForReview' | 'anonymizeWrites'>;
  recipients: Recipients;
  suppressions: Suppressions;
  erasures: Pick<Erasures, 'requestWrite'>;
  drafts: DraftStore;
  directory: MemberDirectory;
}

/** What deleting an account needs, whoever asks for it. */
export type DeletionDeps = Runtime &
  Pick<
    AccountDeps,
    | 'table'
    | 'members'
    | 'sessions'
    | 'codes'
    | 'secondFactors'
    | 'passkeys'
    | 'receipts'
    | 'payments'
    | 'suppressions'
    | 'erasures'
    | 'mailQueue'
    | 'audit'
    | 'terms'
    | 'conferenceRecords'
    | 'notes'
    | 'memberEmails'
  >;

/**
 * Deletes the caller's account and everything that names the member; it takes the password and the typed username.
 * Payment records and membership periods stay, without the name. An email confirms the deletion.
 * @throws `not-your-account`, `password-wrong`, `profile-conflict`, `too-many-attempts`
 */
export async function deleteAccount(
  deps: AccountDeps,
  { member, source }: Caller,
  input: { password: string; username: string },
): Promise<void> {
  if (canonicalize(input.username) !== canonicalize(member.username))
    throw new DomainError('not-your-account');
  await confirmPassword(deps, member, input.password);
  const entry = createAccountEntry(deps, source, { action: 'delete-account', uid: member.uid });
  await removeAccount(deps, member, entry, accountDeletedMail(deps, member));
  if (member.role === 'administrator')
    await deps.drafts.deleteDraft(member.uid).catch(logLeftover(deps, member, 'draft-not-deleted'));
  logAccountEntry(deps, entry);
}

/**
 * The same at the member's request, by an administrator who types the username.
 * @throws `administrator-protected`, `member-not-found`, `member-conflict`, `too-many-attempts`
 */
export async function deleteMember(
  deps: DeletionDeps & Pick<AccountDeps, 'directory'> & Pick<LimitsDeps, 'limits'>,
  action: AdminAction,
  username: string,
): Promise<void> {
  const member = await loadMemberForAction(deps, action);
  if (canonicalize(username) !== canonicalize(member.username)) throw new DomainError('member-conflict');
  if (member.role === 'administrator') throw new DomainError('administrator-protected');
  if (action.actor.by === 'person') await enforceLimit(deps, limitRules.accountDeletions, action.actor.uid);
  const entry = auditEntryFor(deps, action, 'delete-account');
  await removeAccount(deps, member, entry, accountDeletedMail(deps, member, action.reason));
  deps.directory.invalidate();
}

/** @throws `profile-conflict` if the member has changed since */
async function removeAccount(
  deps: DeletionDeps,
  member: Member,
  entry: AuditEntry,
  mail: TransactionalMail,
): Promise<void> {
  const { uid, email } = member;
  const [failed] = await deps.table.commit([
    ...deps.members.deleteWrites(member),
    ...deps.receipts.formerPayerWrites(uid, await deps.receipts.listReceipts(uid)),
    deps.codes.discardWrite(uid, 'reset'),
    deps.codes.discardWrite(uid, 'verification'),
    ...deps.secondFactors.discardWrites(uid),
    ...(await deps.passkeys.listPasskeys(uid)).map(deps.passkeys.removeWrite),
    deps.suppressions.removeWrite(canonicalize(email)),
    deps.erasures.requestWrite(uid),
    ...deps.mailQueue.enqueueWrites(mail),
    // Only in the log: the entries in the member's own partition are deleted too.
    deps.audit.logEntryWrite(entry),
  ]);
  if (failed) throw new DomainError('profile-conflict');
  // The account is gone, whatever happens here: the nightly job does what is left.
  await deleteRecords(deps, uid).catch(logLeftover(deps, member, 'records-not-deleted'));
}

const logLeftover =
  ({ log }: Pick<DeletionDeps, 'log'>, { uid }: Member, event: 'records-not-deleted' | 'draft-not-deleted') =>
  (cause: unknown) =>
    log({ level: 'error', event, uid, cause });
