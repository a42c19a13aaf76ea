import { changeMemberNotes, getMemberEmails, getMemberNotes } from '#contract/member-records';
import { attemptIdOf, runOnce } from '../audit/attempt.ts';
import { actorFromMember } from '../audit/audit.ts';
import { listMemberEmails, type MemberEmailsDeps } from '../mail/campaigns/member-emails.ts';
import type { Caller } from '../members/member.ts';
import type { Notes } from '../members/note-repository.ts';
import { addNote, deleteNote } from '../members/notes.ts';
import { ok, type Router } from '../platform/http/router.ts';
import type { AdminDeps } from './member-actions.ts';
import { loadViewedMember } from './member-details.ts';

const ITEMS_PER_PAGE = 20;

/** The parts of a member's page that are loaded page by page: emails and notes. */
export function memberRecordRoutes(
  on: Router<Caller>,
  deps: AdminDeps & MemberEmailsDeps & { notes: Notes },
): void {
  on.guarded(getMemberEmails, async ({ input: { uid, cursor }, caller }) => {
    const member = await loadViewedMember(deps, actorFromMember(caller.member), uid);
    return ok(await listMemberEmails(deps, member, { limit: ITEMS_PER_PAGE, cursor }));
  });

  on.guarded(getMemberNotes, async ({ input: { uid, cursor }, caller }) => {
    await loadViewedMember(deps, actorFromMember(caller.member), uid);
    return ok(await deps.notes.listNotes(uid, ITEMS_PER_PAGE, cursor));
  });

  on.guarded(changeMemberNotes, async ({ input, caller }) => {
    const actor = actorFromMember(caller.member);
    if (input.action === 'delete') {
      await deleteNote(deps, actor, input.uid, input.id);
      return ok({});
    }
    const { uid, text } = input;
    const attemptId = attemptIdOf(caller.member.uid, input);
    const add = () => addNote(deps, actor, uid, text, attemptId);
    await runOnce<unknown>(deps.audit, attemptId, add, () => undefined);
    return ok({});
  });
}
