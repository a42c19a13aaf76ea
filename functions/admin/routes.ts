import * as contract from '#contract/admin-members';
import { getAudit } from '#contract/audit';
import { changeMembers, changeSegments, getSegments } from '#contract/member-lists';
import { getMemberEmails } from '#contract/member-records';
import { canonicalize } from '#shared/text';
import { attemptIdOf, recordDailyView, runOnce } from '../audit/attempt.ts';
import { actorFromMember, toAuditPageReply } from '../audit/audit.ts';
import { listAuditMonth, listAuditOfMember, recordEntry } from '../audit/repository.ts';
import { listAttendedConferences } from '../conferences/conference.ts';
import { listMemberEmails } from '../mail/campaigns/member-emails.ts';
import type { Caller } from '../members/member.ts';
import { findMemberByUsername, findUsernames } from '../members/repository.ts';
import { membershipStatus, type Term, termReference } from '../memberships/term.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Router } from '../platform/http/router.ts';
import { addMember, findAddedMember } from './add-member.ts';
import { exportMembers } from './export-members.ts';
import { type AdminContext, changeSelectedMembers } from './member-actions.ts';
import { loadViewedMember, viewMember } from './member-details.ts';
import { deleteSegment, listMembers, listRecipients, listSegments, putSegment } from './search-members.ts';

const ENTRIES_PER_PAGE = 50;
const EMAILS_PER_PAGE = 20;

type AdminRoutesContext = AdminContext & Pick<Context, 'files'>;

export function adminRoutes(on: Router<Caller>, context: AdminRoutesContext): void {
  on.guarded(contract.getMembers, async ({ input: { cursor, limit, ...filter }, caller }) => {
    const actor = actorFromMember(caller.member);
    return ok(await listMembers(context, actor, filter, { cursor, limit }));
  });

  on.guarded(contract.exportMembers, async ({ input, caller }) =>
    ok(await exportMembers(context, actorFromMember(caller.member), input)),
  );

  on.guarded(contract.getRecipients, async ({ input, caller }) =>
    ok(await listRecipients(context, caller.member, input)),
  );

  on.guarded(contract.getMember, async ({ input, caller }) => {
    const actor = actorFromMember(caller.member);
    const { member, terms, voidedTerms, history, ...details } = await viewMember(context, actor, input.uid);
    return ok({
      ...details,
      member: { ...member, status: membershipStatus(member, context.now()) },
      terms: terms.map(toTermReply),
      voidedTerms: voidedTerms.map(toTermReply),
      history: toAuditPageReply(history),
    });
  });

  on.guarded(getAudit, async ({ input: { month, cursor, uid, by, auditAction, member }, caller }) => {
    const findUid = async (username = '') =>
      username === '' ? undefined : (await findMemberByUsername(context, canonicalize(username)))?.uid;
    const [byUid, aboutUid] = await Promise.all([findUid(by), findUid(member)]);
    const filter = {
      by: by || undefined,
      byUid,
      action: auditAction || undefined,
      // The membership ID of an account may be all that is left of it.
      about: aboutUid ?? (member?.trim() || undefined),
    };
    const page = await (uid === undefined
      ? listAuditMonth(context, month, ENTRIES_PER_PAGE, { from: cursor, filter })
      : listAuditOfMember(context, uid, ENTRIES_PER_PAGE, cursor));
    const actor = actorFromMember(caller.member);
    await recordDailyView(context, { actor, action: 'view-audit-log', details: { period: month } });
    const usernames = await findUsernames(
      context,
      page.entries.map(({ about }) => about),
    );
    return ok(toAuditPageReply(page, { usernames }));
  });

  on.guarded(contract.addMember, async ({ input, caller }) => {
    const attemptId = attemptIdOf(caller.member.uid, input);
    const { attempt: _, birth, ...given } = input;
    const details = { ...given, ...(birth !== undefined && { dateOfBirth: birth }) };
    const { uid, username } = await runOnce(
      context,
      attemptId,
      () => addMember(context, actorFromMember(caller.member), details, attemptId),
      () => findAddedMember(context, input.email),
    );
    return ok({ uid, username });
  });

  on.guarded(getSegments, async () => {
    const [segments, conferences] = await Promise.all([
      listSegments(context),
      listAttendedConferences(context),
    ]);
    return ok({ segments, conferences });
  });

  on.guarded(changeSegments, async ({ input, caller }) => {
    const { name } = input;
    const action = input.action === 'save' ? 'save-segment' : 'remove-segment';
    await recordEntry(context, { actor: actorFromMember(caller.member), action, details: { segment: name } });
    await (input.action === 'save' ? putSegment(context, name, input.filter) : deleteSegment(context, name));
    return ok({ segments: await listSegments(context) });
  });

  on.guarded(changeMembers, async ({ input, caller }) => {
    const action = { actor: actorFromMember(caller.member), reason: input.reason };
    const change = input.action === 'set-category' ? { category: input.category } : { term: input };
    return ok(await changeSelectedMembers(context, action, input.uids, change));
  });

  on.guarded(getMemberEmails, async ({ input: { uid, cursor }, caller }) => {
    const member = await loadViewedMember(context, actorFromMember(caller.member), uid);
    return ok(await listMemberEmails(context, member, { limit: EMAILS_PER_PAGE, cursor }));
  });
}

const toTermReply = <T extends Term>(term: T) => ({ ...term, reference: termReference(term) });
