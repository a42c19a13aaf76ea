import type { Conferences } from '../conferences/conferences.ts';
import type { Drafts } from '../mail/draft.ts';
import { accountDeletedMail } from '../mail/notices.ts';
import { Refusal } from '../refusal.ts';
import { canonical } from './canonical.ts';
import { checkPassword, type PasswordCheckNeeds } from './change-password.ts';
import type { Member, Members } from './member.ts';

export type DeletionNeeds = PasswordCheckNeeds & {
  members: Members;
  conferences: Conferences;
  drafts: Drafts;
};

/** Deletes the account of who knows its password and has typed its username; tells the address a last time. */
export async function deleteAccount(
  needs: DeletionNeeds,
  member: Member,
  given: { password: string; username: string },
): Promise<void> {
  if (canonical(given.username) !== canonical(member.username)) throw new Refusal('not-your-account');
  await checkPassword(needs, member, given.password);
  if (!(await needs.members.remove(member, accountDeletedMail(needs, member))))
    throw new Refusal('changed-meanwhile');
  const { uid } = member;
  const left = (event: 'conferences-not-removed' | 'draft-not-removed') => (cause: unknown) =>
    needs.report({ level: 'error', event, uid, cause });
  await needs.conferences.removeAll(uid).catch(left('conferences-not-removed'));
  if (member.role === 'administrator') await needs.drafts.discard(uid).catch(left('draft-not-removed'));
}
