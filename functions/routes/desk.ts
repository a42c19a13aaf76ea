import type * as z from 'zod/mini';
import * as contract from '#contract/desk';
import { personOf } from '../domain/audit/audit.ts';
import { setCategory, setState } from '../domain/desk/amend-member.ts';
import { addConference, removeConference } from '../domain/desk/attendance-by-hand.ts';
import type { Deed, DeskNeeds } from '../domain/desk/deed.ts';
import { openMember } from '../domain/desk/open-member.ts';
import { recordTransfer } from '../domain/desk/record-transfer.ts';
import { searchMembers } from '../domain/desk/search-members.ts';
import { correctTerm, grantByHand, voidTerm } from '../domain/desk/terms-by-hand.ts';
import { membershipStatus, type Term, termReference } from '../domain/membership/term.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Caller } from '../domain/sessions/authenticate.ts';
import type { Registrar } from '../http/register.ts';
import { told } from '../http/told.ts';
import { pageOf } from './audit.ts';

// Loaded with the first call of an administrator: nobody else's cold start pays for them.

export function deskRoutes(on: Registrar, ports: DeskNeeds): void {
  on.guarded(contract.getMembers, async ({ input: { page, limit, ...filter }, caller }) => {
    const found = await searchMembers(ports, personOf(caller.member), filterOf(filter));
    const items = found.slice((page - 1) * limit, page * limit);
    return told({ items, pagination: { total: found.length, page, limit } });
  });

  on.guarded(contract.getMember, async ({ input, caller }) => {
    const { member, terms, voidedTerms, history, ...file } = await openMember(
      ports,
      personOf(caller.member),
      input.uid,
    );
    return told({
      ...file,
      member: { ...member, status: membershipStatus(member.activeUntil, ports.clock()) },
      terms: terms.map(recordOf),
      voidedTerms: voidedTerms.map(recordOf),
      history: pageOf(history),
    });
  });

  on.guarded(contract.grantTerm, async ({ input, caller }) => {
    const outcome = await grantByHand(ports, deedOf(caller, input), input);
    if (outcome === 'already') throw new Refusal('term-exists');
    return told({ outcome });
  });

  on.guarded(contract.correctTerm, async ({ input, caller }) => {
    await correctTerm(ports, deedOf(caller, input), input.term, input);
    return told({ outcome: 'corrected' });
  });

  on.guarded(contract.voidTerm, async ({ input, caller }) => {
    await voidTerm(ports, deedOf(caller, input), input.term);
    return told({ outcome: 'voided' });
  });

  on.guarded(contract.recordTransfer, async ({ input, caller }) => {
    return told(await recordTransfer(ports, deedOf(caller, input), input));
  });

  on.guarded(contract.setState, async ({ input, caller }) => {
    await setState(ports, deedOf(caller, input), input.state);
    return told({ outcome: input.state });
  });

  on.guarded(contract.setCategory, async ({ input, caller }) => {
    await setCategory(ports, deedOf(caller, input), input.category);
    return told({ outcome: input.category });
  });

  on.guarded(contract.addConference, async ({ input, caller }) => {
    const outcome = await addConference(ports, deedOf(caller, input), input);
    if (outcome === 'known') throw new Refusal('conference-record-exists');
    return told({ outcome });
  });

  on.guarded(contract.removeConference, async ({ input, caller }) => {
    await removeConference(ports, deedOf(caller, input), input.id);
    return told({ outcome: 'removed' });
  });
}

const deedOf = (caller: Caller, { uid, version, reason }: Omit<Deed, 'actor'>): Deed => ({
  actor: personOf(caller.member),
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
