import type { MemberCategory } from '#shared/choices';
import { hongKongDate, monthOf } from '#shared/hong-kong';
import { deleteMember } from '../../../functions/account/delete-account.ts';
import { type AddedMember, addMember } from '../../../functions/admin/add-member.ts';
import { editMember, type MemberEdit } from '../../../functions/admin/edit-member.ts';
import {
  type AdminContext,
  inviteMember,
  setMemberCategory,
} from '../../../functions/admin/member-actions.ts';
import { viewMember } from '../../../functions/admin/member-details.ts';
import { OPERATOR } from '../../../functions/audit/audit.ts';
import { listAuditMonth, listAuditOfMember } from '../../../functions/audit/repository.ts';
import { removeConferenceRecord } from '../../../functions/conferences/conference.ts';
import { findMemberByName } from '../../../functions/handlers/operator.ts';
import { replaceTerm } from '../../../functions/memberships/change-terms.ts';
import { correctBankTransfer, voidBankTransfer } from '../../../functions/payments/correct-transfer.ts';
import { resolvePayment } from '../../../functions/payments/review.ts';

/** What administrators do on the screens, by the same use cases, for a member by username: it prepares and reads data. */
export function officeActions(context: AdminContext) {
  const action = async (username: string, reason: string) => {
    const { uid } = await findMemberByName(context, username);
    return { actor: OPERATOR, uid, reason };
  };
  const uidOf = async (username: string) => (await findMemberByName(context, username)).uid;
  return {
    addMember: (member: AddedMember) => addMember(context, OPERATOR, member),
    resolvePayment: (paymentId: string, reason: string) =>
      resolvePayment(context, OPERATOR, paymentId, reason),
    viewMember: async (username: string) => viewMember(context, OPERATOR, await uidOf(username)),
    editMember: async (username: string, edit: MemberEdit, reason: string) =>
      editMember(context, await action(username, reason), edit, async () => {}),
    inviteMember: async (username: string, reason: string) =>
      inviteMember(context, await action(username, reason)),
    setCategory: async (username: string, category: MemberCategory, reason: string) =>
      setMemberCategory(context, await action(username, reason), category),
    deleteMember: async (username: string, reason: string) =>
      deleteMember(context, await action(username, reason), username),
    voidTerm: async (username: string, reference: string, reason: string) =>
      replaceTerm(context, await action(username, reason), reference),
    voidBankTransfer: async (
      username: string,
      transfer: Parameters<typeof voidBankTransfer>[2],
      reason: string,
    ) => voidBankTransfer(context, await action(username, reason), transfer),
    correctBankTransfer: async (
      username: string,
      paymentId: string,
      transfer: Parameters<typeof correctBankTransfer>[3],
      reason: string,
    ) => correctBankTransfer(context, await action(username, reason), paymentId, transfer),
    removeConferenceRecord: async (username: string, id: string, reason: string) =>
      removeConferenceRecord(context, await action(username, reason), id),
    listHistory: async (username: string, limit: number) =>
      listAuditOfMember(context, await uidOf(username), limit),
    /** Without a month, the present one. */
    listAudit: (month: string | undefined, limit: number) =>
      listAuditMonth(context, month ?? monthOf(hongKongDate(context.now())), limit),
  };
}
