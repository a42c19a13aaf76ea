import type { MemberCategory } from '#shared/choices';
import { canonicalize } from '#shared/text';
import { OPERATOR } from '../audit/audit.ts';
import type { Attendance } from '../conferences/conferences.ts';
import { setCategory, setRole, setState, vouchForAddress } from '../desk/amend-member.ts';
import { addConference, removeConference } from '../desk/attendance-by-hand.ts';
import type { Deed } from '../desk/deed.ts';
import { exportMembers } from '../desk/export-members.ts';
import { type MemberFile, openMember } from '../desk/open-member.ts';
import { recordTransfer, type Transfer } from '../desk/record-transfer.ts';
import { type MemberFilter, searchMembers } from '../desk/search-members.ts';
import { correctTerm, grantByHand, type TermWish, voidTerm } from '../desk/terms-by-hand.ts';
import { applyImport } from '../imports/apply-import.ts';
import { checkImport, type ImportFile, type ImportNeeds } from '../imports/check-import.ts';
import { setAsideImport } from '../imports/set-aside-import.ts';
import { listPayments, settlePayment } from '../membership/treasury.ts';
import { Refusal } from '../refusal.ts';
import { resetSecondFactor } from '../second-factor/reset.ts';
import type { SecondFactors } from '../second-factor/second-factor.ts';
import type { Member } from './member.ts';

export type OperatorNeeds = ImportNeeds & { secondFactors: SecondFactors };

/** What an operator may do to an account by its username; refuses with `username-not-found` and as the desk does. */
export function operations(needs: OperatorNeeds) {
  const memberOf = async (username: string): Promise<Member> => {
    const member = await needs.members.findByUsername(canonicalize(username));
    if (!member) throw new Refusal('username-not-found');
    return member;
  };
  /** The operator's own verbs, about which the desk knows nothing, ask for no reason. */
  const deed = async (username: string, reason = ''): Promise<Deed> => ({
    actor: OPERATOR,
    uid: (await memberOf(username)).uid,
    reason,
  });

  return {
    memberOf,
    grantAdmin: async (username: string) => setRole(needs, await deed(username), 'administrator'),
    revokeAdmin: async (username: string) => setRole(needs, await deed(username), 'member'),
    disable: async (username: string, reason: string) =>
      setState(needs, await deed(username, reason), 'disabled'),
    enable: async (username: string, reason: string) =>
      setState(needs, await deed(username, reason), 'active'),
    verifyEmail: async (username: string) => {
      const { uid } = await memberOf(username);
      await vouchForAddress(needs, { actor: OPERATOR, uid, reason: '' });
    },
    resetSecondFactor: async (username: string, reason: string) =>
      resetSecondFactor(needs, await deed(username, reason)),
    setCategory: async (username: string, category: MemberCategory, reason: string) =>
      setCategory(needs, await deed(username, reason), category),
    grantTerm: async (username: string, wish: TermWish, reason: string) =>
      grantByHand(needs, await deed(username, reason), wish),
    voidTerm: async (username: string, reference: string, reason: string) =>
      voidTerm(needs, await deed(username, reason), reference),
    correctTerm: async (username: string, reference: string, wish: TermWish, reason: string) =>
      correctTerm(needs, await deed(username, reason), reference, wish),
    recordTransfer: async (username: string, transfer: Transfer, reason: string) =>
      recordTransfer(needs, await deed(username, reason), transfer),
    addConference: async (username: string, attendance: Attendance, reason: string) =>
      addConference(needs, await deed(username, reason), attendance),
    removeConference: async (username: string, id: string, reason: string) =>
      removeConference(needs, await deed(username, reason), id),
    history: async (username: string, limit: number) =>
      needs.audit.about((await memberOf(username)).uid, limit),
    search: (filter: MemberFilter) => searchMembers(needs, OPERATOR, filter),
    open: async (username: string): Promise<MemberFile> =>
      openMember(needs, OPERATOR, (await memberOf(username)).uid),
    exportMembers: (filter: MemberFilter) => exportMembers(needs, OPERATOR, filter),
    checkImport: (file: ImportFile) => checkImport(needs, OPERATOR, file),
    applyImport: (id: string) => applyImport(needs, OPERATOR, id),
    imports: () => needs.imports.all(),
    setAsideImport: (id: string, reason: string) => setAsideImport(needs, OPERATOR, id, reason),
    payments: () => listPayments(needs, OPERATOR),
    settlePayment: (paymentId: string, reason: string) => settlePayment(needs, OPERATOR, paymentId, reason),
    auditOf: (month: string, limit: number, from?: string) => needs.audit.ofMonth(month, limit, from),
  };
}
