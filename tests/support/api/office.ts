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
import { type AdminAction, OPERATOR } from '../../../functions/audit/audit.ts';
import { listAuditMonth, listAuditOfMember } from '../../../functions/audit/repository.ts';
import { removeConferenceRecord } from '../../../functions/conferences/conference.ts';
import { findMemberByName } from '../../../functions/handlers/operator.ts';
import { replaceTerm } from '../../../functions/memberships/change-terms.ts';
import { correctBankTransfer, voidBankTransfer } from '../../../functions/payments/correct-transfer.ts';
import { resolvePayment } from '../../../functions/payments/review.ts';

/** What administrators do on the screens, by the same use cases, for a member by username: it prepares and reads data. */
export function officeActions(context: AdminContext) {
  const uidOf = async (username: string) => (await findMemberByName(context, username)).uid;
  const forMember =
    <Given extends unknown[], Result>(
      run: (context: AdminContext, action: AdminAction, ...given: Given) => Promise<Result>,
    ) =>
    async (username: string, reason: string, ...given: Given) =>
      run(context, { actor: OPERATOR, uid: await uidOf(username), reason }, ...given);
  return {
    addMember: (member: AddedMember) => addMember(context, OPERATOR, member),
    resolvePayment: (paymentId: string, reason: string) =>
      resolvePayment(context, OPERATOR, paymentId, reason),
    viewMember: async (username: string) => viewMember(context, OPERATOR, await uidOf(username)),
    editMember: (username: string, reason: string, edit: MemberEdit) =>
      forMember(editMember)(username, reason, edit, async () => {}),
    inviteMember: forMember(inviteMember),
    setCategory: forMember(setMemberCategory),
    deleteMember: (username: string, reason: string) => forMember(deleteMember)(username, reason, username),
    voidTerm: forMember(replaceTerm),
    voidBankTransfer: forMember(voidBankTransfer),
    correctBankTransfer: forMember(correctBankTransfer),
    removeConferenceRecord: forMember(removeConferenceRecord),
    listHistory: async (username: string, limit: number) =>
      listAuditOfMember(context, await uidOf(username), limit),
    /** Without a month, the present one. */
    listAudit: (month: string | undefined, limit: number) =>
      listAuditMonth(context, month ?? monthOf(hongKongDate(context.now())), limit),
  };
}
