import { canonicalize } from '#shared/text';
import { accountEntry, logAccountEntry } from '../audit/account-entry.ts';
import type { AuditLog } from '../audit/audit.ts';
import type { Conferences } from '../conferences/conference.ts';
import type { DraftStore } from '../mail/campaigns/draft.ts';
import { accountDeletedMail } from '../mail/transactional/messages.ts';
import { confirmPassword, type PasswordCheckDeps } from '../members/change-password.ts';
import type { Caller, Members } from '../members/member.ts';
import { DomainError } from '../shared/domain-error.ts';

export type DeletionDeps = PasswordCheckDeps & {
  members: Members;
  conferences: Conferences;
  drafts: DraftStore;
  audit: Pick<AuditLog, 'removeAbout'>;
};

/** Deletes the account of who knows its password and has typed its username; tells the address a last time. */
export async function deleteAccount(
  deps: DeletionDeps,
  { member, source }: Caller,
  given: { password: string; username: string },
): Promise<void> {
  if (canonicalize(given.username) !== canonicalize(member.username))
    throw new DomainError('not-your-account');
  await confirmPassword(deps, member, given.password);
  const { uid } = member;
  const entry = accountEntry(deps, source, { action: 'delete-account', uid });
  if (!(await deps.members.remove(member, { notice: accountDeletedMail(deps, member), entry })))
    throw new DomainError('profile-conflict');
  logAccountEntry(deps, entry);
  const left =
    (event: 'activity-not-deleted' | 'conference-records-not-deleted' | 'draft-not-deleted') =>
    (cause: unknown) =>
      deps.log({ level: 'error', event, uid, cause });
  await deps.audit.removeAbout(uid).catch(left('activity-not-deleted'));
  await deps.conferences.deleteAllRecords(uid).catch(left('conference-records-not-deleted'));
  if (member.role === 'administrator') await deps.drafts.discard(uid).catch(left('draft-not-deleted'));
}
