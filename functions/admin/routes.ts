import type * as z from 'zod/mini';
import * as contract from '#contract/desk';
import { pageAfter } from '#shared/paging';
import { canonicalize } from '#shared/text';
import { pageOf } from '../account/audit-routes.ts';
import { type AdminAction, actorFromMember } from '../audit/audit.ts';
import type { Caller } from '../members/member.ts';
import { membershipStatus, type Term, termReference } from '../memberships/term.ts';
import { recordBankTransfer } from '../payments/bank-transfer.ts';
import type { Router } from '../platform/http/router.ts';
import { ok } from '../platform/http/router.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { DeskDeps } from './admin-action.ts';
import { addConferenceRecord, removeConferenceRecord } from './conference-actions.ts';
import { exportMembers } from './export-members.ts';
import { viewMember } from './member-details.ts';
import { searchMembers } from './search-members.ts';
import { correctTerm, grantTermManually, voidTerm } from './term-actions.ts';
import { setCategory, setState } from './update-member.ts';

const MEMBERS_PER_PAGE = 20;

// Loaded with the first call of an administrator: nobody else's cold start pays for them.

export function deskRoutes(on: Router<Caller>, deps: DeskDeps): void {
  on.guarded(contract.getMembers, async ({ input: { cursor, ...filter }, caller }) => {
    const found = await searchMembers(deps, actorFromMember(caller.member), filterOf(filter));
    return ok(pageAfter(found, ({ email }) => canonicalize(email), { cursor, limit: MEMBERS_PER_PAGE }));
  });

  on.guarded(contract.exportMembers, async ({ input, caller }) =>
    ok(await exportMembers(deps, actorFromMember(caller.member), filterOf(input))),
  );

  on.guarded(contract.getMember, async ({ input, caller }) => {
    const { member, terms, voidedTerms, history, ...file } = await viewMember(
      deps,
      actorFromMember(caller.member),
      input.uid,
    );
    return ok({
      ...file,
      member: { ...member, status: membershipStatus(member.activeUntil, deps.now()) },
      terms: terms.map(recordOf),
      voidedTerms: voidedTerms.map(recordOf),
      history: pageOf(history),
    });
  });

  on.guarded(contract.grantTerm, async ({ input, caller }) => {
    const outcome = await grantTermManually(deps, toAdminAction(caller, input), input);
    if (outcome === 'already') throw new DomainError('term-exists');
    return ok({ outcome });
  });

  on.guarded(contract.correctTerm, async ({ input, caller }) => {
    await correctTerm(deps, toAdminAction(caller, input), input.term, input);
    return ok({ outcome: 'corrected' });
  });

  on.guarded(contract.voidTerm, async ({ input, caller }) => {
    await voidTerm(deps, toAdminAction(caller, input), input.term);
    return ok({ outcome: 'voided' });
  });

  on.guarded(contract.recordBankTransfer, async ({ input, caller }) => {
    return ok(await recordBankTransfer(deps, toAdminAction(caller, input), input));
  });

  on.guarded(contract.setState, async ({ input, caller }) => {
    await setState(deps, toAdminAction(caller, input), input.state);
    return ok({ outcome: input.state });
  });

  on.guarded(contract.setCategory, async ({ input, caller }) => {
    await setCategory(deps, toAdminAction(caller, input), input.category);
    return ok({ outcome: input.category });
  });

  on.guarded(contract.addConferenceRecord, async ({ input, caller }) => {
    const outcome = await addConferenceRecord(deps, toAdminAction(caller, input), input);
    if (outcome === 'known') throw new DomainError('conference-record-exists');
    return ok({ outcome });
  });

  on.guarded(contract.removeConferenceRecord, async ({ input, caller }) => {
    await removeConferenceRecord(deps, toAdminAction(caller, input), input.id);
    return ok({ outcome: 'removed' });
  });
}

const toAdminAction = (
  caller: Caller,
  { uid, version, reason }: Omit<AdminAction, 'actor'>,
): AdminAction => ({
  actor: actorFromMember(caller.member),
  uid,
  version,
  reason,
});

export const filterOf = ({ search, status, category, state }: z.output<typeof contract.MemberFilter>) => ({
  search,
  status: status || undefined,
  category: category || undefined,
  state: state || undefined,
});

const recordOf = <T extends Term>(term: T) => ({ ...term, reference: termReference(term) });
