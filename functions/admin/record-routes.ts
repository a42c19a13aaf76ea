import { changeMemberNotes, getMemberEmails, getMemberNotes } from '#contract/member-records';
import { actorFromMember } from '../audit/audit.ts';
import { listMemberEmails, type MemberEmailsDeps } from '../mail/campaigns/member-emails.ts';
import type { Caller, Member } from '../members/member.ts';
import { loadMemberForAction } from '../members/members.ts';
import type { Notes } from '../members/note-repository.ts';
import { addNote, deleteNote } from '../members/notes.ts';
import { ok, type Router } from '../platform/http/router.ts';
import type { AdminDeps } from './member-actions.ts';
import { HISTORY_ENTRIES, recordView } from './member-details.ts';

const ITEMS_PER_PAGE = 20;

/** The parts of a member's page that are loaded page by page: emails and notes. */
export function memberRecordRoutes(
  on: Router<Caller>,
  deps: AdminDeps & MemberEmailsDeps & { notes: Notes },
): void {
  on.guarded(getMemberEmails, async ({ input: { uid, cursor }, caller }) => {
    const member = await viewedMember(deps, caller, uid);
    return ok(await listMemberEmails(deps, member, { limit: ITEMS_PER_PAGE, cursor }));
  });

  on.guarded(getMemberNotes, async ({ input: { uid, cursor }, caller }) => {
    await viewedMember(deps, caller, uid);
    return ok(await deps.notes.listNotes(uid, ITEMS_PER_PAGE, cursor));
  });

  on.guarded(changeMemberNotes, async ({ input, caller }) => {
    const actor = actorFromMember(caller.member);
    if (input.action === 'add') await addNote(deps, actor, input.uid, input.text);
    else await deleteNote(deps, actor, input.uid, input.id);
    return ok({});
  });
}

/** The member, of whom the audit log then has the view. */
async function viewedMember(deps: AdminDeps, caller: Caller, uid: string): Promise<Member> {
  const [member, history] = await Promise.all([
    loadMemberForAction(deps, { uid }),
    deps.audit.listForMember(uid, HISTORY_ENTRIES),
  ]);
  await recordView(deps, actorFromMember(caller.member), uid, history);
  return member;
}
