import type * as z from 'zod/mini';
import * as contract from '#contract/admin-members';
import { getAudit } from '#contract/audit';
import { checkIn } from '#contract/check-in';
import { membershipTypeNames } from '#shared/choices';
import { canonicalize } from '#shared/text';
import { type AdminAction, actorFromMember, toAuditPageReply } from '../audit/audit.ts';
import { addConferenceRecord, removeConferenceRecord } from '../conferences/conference.ts';
import type { ExportDeps } from '../exports/store-export.ts';
import type { Caller } from '../members/member.ts';
import { correctTerm, grantTerm, voidTerm } from '../memberships/change-terms.ts';
import { membershipStatus, type Term, termReference } from '../memberships/term.ts';
import { previewBankTransfer, recordBankTransfer } from '../payments/bank-transfer.ts';
import {
  correctBankTransfer,
  previewTransferCorrection,
  voidBankTransfer,
} from '../payments/correct-transfer.ts';
import type { PaymentSetup } from '../payments/fulfil-payment.ts';
import { ok, type Router } from '../platform/http/router.ts';
import { DomainError } from '../shared/domain-error.ts';
import { addMember } from './add-member.ts';
import { checkInAttendee, findAttendee, undoCheckIn } from './check-in.ts';
import { editMember } from './edit-member.ts';
import { exportPart } from './export-members.ts';
import { listRecipients } from './list-recipients.ts';
import {
  type AdminDeps,
  inviteMember,
  markEmailVerified,
  setMemberCategory,
  setMemberState,
} from './member-actions.ts';
import { viewMember } from './member-details.ts';
import { listMembers, type MemberCriteria, type MemberFilter } from './search-members.ts';

const ENTRIES_PER_PAGE = 50;

export function adminRoutes(on: Router<Caller>, deps: AdminDeps & PaymentSetup & ExportDeps): void {
  on.guarded(contract.getMembers, async ({ input: { cursor, limit, ...filter }, caller }) => {
    const actor = actorFromMember(caller.member);
    const { searched, ...page } = await listMembers(deps, actor, toMemberFilter(filter), { cursor, limit });
    return ok(page, searched);
  });

  on.guarded(contract.exportMembers, async ({ input, caller }) => {
    const { activeOn, columns, uids, cursor } = input;
    const wanted = { ...toMemberFilter(input), activeOn, columns, uids };
    const [, id, after] = contract.EXPORT_CURSOR.exec(cursor ?? '') ?? [];
    const from = id === undefined || after === undefined ? undefined : { id, after };
    const { next, ...part } = await exportPart(deps, actorFromMember(caller.member), wanted, from);
    return ok({ ...part, next: next && `${next.id}#${next.after}` });
  });

  on.guarded(contract.getRecipients, async ({ input, caller }) => {
    const { page, limit, status } = input;
    const query = { page, limit, status, ...toMemberCriteria(input) };
    const { items, total, searched } = await listRecipients(deps, caller.member, query);
    return ok(
      {
        items: items.map(({ membershipStatus: ofMember, ...item }) => ({
          ...item,
          membership_status: ofMember === 'active' ? ('active' as const) : ('inactive' as const),
        })),
        pagination: { total, page: input.page, limit: input.limit },
      },
      searched,
    );
  });

  on.guarded(contract.getMember, async ({ input, caller }) => {
    const actor = actorFromMember(caller.member);
    const { member, terms, voidedTerms, history, ...details } = await viewMember(deps, actor, input.uid);
    return ok({
      ...details,
      member: { ...member, status: membershipStatus(member, deps.now()) },
      terms: terms.map(toTermReply),
      voidedTerms: voidedTerms.map(toTermReply),
      history: toAuditPageReply(history),
    });
  });

  on.guarded(getAudit, async ({ input: { month, cursor, uid, by, auditAction, member } }) => {
    const findUid = async (username = '') =>
      username === '' ? undefined : (await deps.members.findMemberByUsername(canonicalize(username)))?.uid;
    const [byUid, aboutUid] = await Promise.all([findUid(by), findUid(member)]);
    const filter = {
      by: by || undefined,
      byUid,
      action: auditAction || undefined,
      // The membership ID of an account may be all that is left of it.
      about: aboutUid ?? (member?.trim() || undefined),
    };
    const page = await (uid === undefined
      ? deps.audit.listMonth(month, ENTRIES_PER_PAGE, { from: cursor, filter })
      : deps.audit.listForMember(uid, ENTRIES_PER_PAGE, cursor));
    const usernames = await deps.members.findUsernames(page.entries.map(({ about }) => about));
    return ok(toAuditPageReply(page, { usernames }));
  });

  on.guarded(contract.changeMember, async ({ input, caller }) => {
    const { uid, version, reason } = input;
    const action = { actor: actorFromMember(caller.member), uid, version, reason };
    if (input.action !== 'record-bank-transfer' && input.action !== 'correct-bank-transfer')
      return ok({ outcome: await changeMember(deps, action, input) });
    const paymentId = input.action === 'correct-bank-transfer' ? input.paymentId : undefined;
    if (input.isPreview) {
      const transfer = await (paymentId === undefined
        ? previewBankTransfer(deps, action, input)
        : previewTransferCorrection(deps, action, paymentId, input));
      return ok({ outcome: 'preview', transfer });
    }
    const { outcome, ...transfer } = await (paymentId === undefined
      ? recordBankTransfer(deps, action, input)
      : correctBankTransfer(deps, action, paymentId, input));
    return ok({ outcome, transfer });
  });

  on.guarded(contract.addMember, async ({ input: { birth, ...input }, caller }) => {
    const { uid, username } = await addMember(deps, actorFromMember(caller.member), {
      ...input,
      ...(birth !== undefined && { dateOfBirth: birth }),
    });
    return ok({ uid, username });
  });

  on.guarded(checkIn, async ({ input: { action, member, conference }, caller }) => {
    const run = { find: findAttendee, 'check-in': checkInAttendee, undo: undoCheckIn }[action];
    const actor = actorFromMember(caller.member);
    const { type, ...attendee } = await run(deps, { actor, key: member, conference });
    return ok({ ...attendee, ...(type && { type: membershipTypeNames[type] }) });
  });
}

/** Resolves to the outcome. */
async function changeMember(
  deps: AdminDeps,
  action: AdminAction,
  input: Exclude<
    z.output<typeof contract.changeMember.request>,
    { action: 'record-bank-transfer' | 'correct-bank-transfer' }
  >,
): Promise<string> {
  switch (input.action) {
    case 'grant-term': {
      const outcome = await grantTerm(deps, action, input);
      if (outcome === 'exists') throw new DomainError('term-exists');
      return outcome;
    }
    case 'correct-term':
      await correctTerm(deps, action, input.term, input);
      return 'corrected';
    case 'void-term':
      await voidTerm(deps, action, input.term);
      return 'voided';
    case 'edit': {
      const { action: _, uid, version, reason, birth, ...given } = input;
      const edit = { ...given, ...(birth !== undefined && { dateOfBirth: birth }) };
      return (await editMember(deps, action, edit)) ? 'edited' : 'unchanged';
    }
    case 'verify-email':
      await markEmailVerified(deps, action);
      return 'verified';
    case 'invite':
      await inviteMember(deps, action);
      return 'invited';
    case 'void-bank-transfer':
      await voidBankTransfer(deps, action, input.paymentId);
      return 'voided';
    case 'set-state':
      await setMemberState(deps, action, input.state);
      return input.state;
    case 'set-category':
      return (await setMemberCategory(deps, action, input.category)) ? input.category : 'unchanged';
    case 'add-conference-record': {
      const outcome = await addConferenceRecord(deps, action, input);
      if (outcome === 'exists') throw new DomainError('conference-record-exists');
      return outcome;
    }
    case 'remove-conference-record':
      await removeConferenceRecord(deps, action, input.id);
      return 'removed';
  }
}

/** An empty choice filters nothing. */
const toMemberCriteria = ({
  search,
  category,
  type,
  activeUntil,
  country,
  conference,
}: Omit<z.output<typeof contract.MemberFilter>, 'status' | 'state'>): MemberCriteria => ({
  search,
  category: category || undefined,
  type: type || undefined,
  activeUntil: activeUntil || undefined,
  country: country || undefined,
  conference: conference || undefined,
});

export const toMemberFilter = ({
  status,
  state,
  ...criteria
}: z.output<typeof contract.MemberFilter>): MemberFilter => ({
  ...toMemberCriteria(criteria),
  status: status || undefined,
  state: state || undefined,
});

const toTermReply = <T extends Term>(term: T) => ({ ...term, reference: termReference(term) });
