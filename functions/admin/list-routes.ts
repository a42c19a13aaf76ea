import { changeMembers, changeSegments, getSegments } from '#contract/member-lists';
import { actorFromMember } from '../audit/audit.ts';
import type { Caller } from '../members/member.ts';
import { ok, type Router } from '../platform/http/router.ts';
import { changeSelectedMembers } from './change-members.ts';
import type { AdminDeps } from './member-actions.ts';
import { toMemberFilter } from './routes.ts';
import type { Segments } from './segment-repository.ts';
import { removeSegment, saveSegment } from './segments.ts';

/** Calls about several members: saved filters, and actions on a selection. */
export function memberListRoutes(on: Router<Caller>, deps: AdminDeps & { segments: Segments }): void {
  on.guarded(getSegments, async () => {
    const [segments, conferences] = await Promise.all([
      deps.segments.listSegments(),
      deps.conferenceRecords.listConferences(),
    ]);
    return ok({ segments, conferences });
  });

  on.guarded(changeSegments, async ({ input, caller }) => {
    const actor = actorFromMember(caller.member);
    await (input.action === 'save'
      ? saveSegment(deps, actor, { name: input.name, filter: toMemberFilter(input.filter) })
      : removeSegment(deps, actor, input.name));
    return ok({ segments: await deps.segments.listSegments() });
  });

  on.guarded(changeMembers, async ({ input, caller }) => {
    const action = { actor: actorFromMember(caller.member), reason: input.reason };
    const change = input.action === 'set-category' ? { category: input.category } : { term: input };
    return ok(await changeSelectedMembers(deps, action, input.uids, change));
  });
}
