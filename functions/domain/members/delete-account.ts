import { canonicalize } from '#shared/text';
import { accountEntry, logAccountEntry } from '../audit/account-entry.ts';
import type { AuditLog } from '../audit/audit.ts';
import type { Conferences } from '../conferences/conferences.ts';
import type { Drafts } from '../mail/draft.ts';
import { accountDeletedMail } from '../mail/notices.ts';
import { Refusal } from '../refusal.ts';
import type { Caller } from '../sessions/authenticate.ts';
import { checkPassword, type PasswordCheckNeeds } from './change-password.ts';
import type { Members } from './member.ts';

export type DeletionNeeds = PasswordCheckNeeds & {
  members: Members;
  conferences: Conferences;
  drafts: Drafts;
  audit: Pick<AuditLog, 'removeAbout'>;
};

/** Deletes the account of who knows its password and has typed its username; tells the address a last time. */
export async function deleteAccount(
  needs: DeletionNeeds,
  { member, source }: Caller,
  given: { password: string; username: string },
): Promise<void> {
  if (canonicalize(given.username) !== canonicalize(member.username)) throw new Refusal('not-your-account');
  await checkPassword(needs, member, given.password);
  const { uid } = member;
  const entry = accountEntry(needs, source, { action: 'delete-account', uid });
  if (!(await needs.members.remove(member, { notice: accountDeletedMail(needs, member), entry })))
    throw new Refusal('profile-conflict');
  logAccountEntry(needs, entry);
  const left =
    (event: 'activity-not-removed' | 'conferences-not-removed' | 'draft-not-removed') => (cause: unknown) =>
      needs.report({ level: 'error', event, uid, cause });
  await needs.audit.removeAbout(uid).catch(left('activity-not-removed'));
  await needs.conferences.removeAll(uid).catch(left('conferences-not-removed'));
  if (member.role === 'administrator') await needs.drafts.discard(uid).catch(left('draft-not-removed'));
}
