import type * as z from 'zod/mini';
import * as contract from '#contract/admin-members';
import { type AdminAction, actorFromMember } from '../audit/audit.ts';
import { addConferenceRecord, removeConferenceRecord } from '../conferences/conference.ts';
import type { Caller } from '../members/member.ts';
import { correctTerm, grantTerm, voidTerm } from '../memberships/change-terms.ts';
import { previewBankTransfer, recordBankTransfer } from '../payments/bank-transfer.ts';
import {
  correctBankTransfer,
  previewTransferCorrection,
  voidBankTransfer,
} from '../payments/correct-transfer.ts';
import type { PaymentSetup } from '../payments/fulfil-payment.ts';
import { ok, type Router } from '../platform/http/router.ts';
import { DomainError } from '../shared/domain-error.ts';
import { editMember } from './edit-member.ts';
import {
  type AdminDeps,
  inviteMember,
  markEmailVerified,
  setMemberCategory,
  setMemberState,
} from './member-actions.ts';

/** What an administrator does to one member, with a reason. */
export function memberActionRoutes(on: Router<Caller>, deps: AdminDeps & PaymentSetup): void {
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
