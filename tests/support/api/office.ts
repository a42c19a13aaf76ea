import type { MemberCategory } from '#shared/choices';
import { hongKongDate, monthOf } from '#shared/hong-kong';
import { type DeletionDeps, deleteMember } from '../../../functions/account/delete-account.ts';
import { type AddedMember, addMember } from '../../../functions/admin/add-member.ts';
import { editMember, type MemberEdit } from '../../../functions/admin/edit-member.ts';
import { type AdminDeps, inviteMember, setMemberCategory } from '../../../functions/admin/member-actions.ts';
import { viewMember } from '../../../functions/admin/member-details.ts';
import { OPERATOR } from '../../../functions/audit/audit.ts';
import { removeConferenceRecord } from '../../../functions/conferences/conference.ts';
import { findMemberByName } from '../../../functions/handlers/operator.ts';
import { voidTerm } from '../../../functions/memberships/change-terms.ts';
import { correctBankTransfer, voidBankTransfer } from '../../../functions/payments/correct-transfer.ts';
import { resolvePayment } from '../../../functions/payments/review.ts';

type Deps = AdminDeps & DeletionDeps;

/** What administrators do on the screens, by the same use cases, for a member by username: it prepares and reads data. */
export function officeActions(deps: Deps) {
  const action = async (username: string, reason: string) => {
    const { uid } = await findMemberByName(deps, username);
    return { actor: OPERATOR, uid, reason };
  };
  const uidOf = async (username: string) => (await findMemberByName(deps, username)).uid;
  return {
    addMember: (member: AddedMember) => addMember(deps, OPERATOR, member),
    resolvePayment: (paymentId: string, reason: string) => resolvePayment(deps, OPERATOR, paymentId, reason),
    viewMember: async (username: string) => viewMember(deps, OPERATOR, await uidOf(username)),
    editMember: async (username: string, edit: MemberEdit, reason: string) =>
      editMember(deps, await action(username, reason), edit, async () => {}),
    inviteMember: async (username: string, reason: string) =>
      inviteMember(deps, await action(username, reason)),
    setCategory: async (username: string, category: MemberCategory, reason: string) =>
      setMemberCategory(deps, await action(username, reason), category),
    deleteMember: async (username: string, reason: string) =>
      deleteMember(deps, await action(username, reason), username),
    voidTerm: async (username: string, reference: string, reason: string) =>
      voidTerm(deps, await action(username, reason), reference),
    voidBankTransfer: async (
      username: string,
      transfer: Parameters<typeof voidBankTransfer>[2],
      reason: string,
    ) => voidBankTransfer(deps, await action(username, reason), transfer),
    correctBankTransfer: async (
      username: string,
      paymentId: string,
      transfer: Parameters<typeof correctBankTransfer>[3],
      reason: string,
    ) => correctBankTransfer(deps, await action(username, reason), paymentId, transfer),
    removeConferenceRecord: async (username: string, id: string, reason: string) =>
      removeConferenceRecord(deps, await action(username, reason), id),
    listHistory: async (username: string, limit: number) =>
      deps.audit.listForMember(await uidOf(username), limit),
    /** Without a month, the present one. */
    listAudit: (month: string | undefined, limit: number) =>
      deps.audit.listMonth(month ?? monthOf(hongKongDate(deps.now())), limit),
  };
}
