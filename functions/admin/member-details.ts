import { listSessions } from '../account/sessions.ts';
import { recordDailyView } from '../audit/attempt.ts';
import type { Actor } from '../audit/audit.ts';
import { listAuditOfMember } from '../audit/repository.ts';
import { listConferenceRecords } from '../conferences/conference.ts';
import { isSessionLive, type Member, NO_PASSWORD } from '../members/member.ts';
import { loadMemberForAction } from '../members/repository.ts';
import { listTerms, listVoidedTerms } from '../memberships/repository.ts';
import { paymentIdFromTerm, type Term } from '../memberships/term.ts';
import type { Receipt } from '../payments/payment.ts';
import {
  findPayments,
  listPaymentReviews,
  listReceipts,
  listResolvedPayments,
} from '../payments/repository.ts';
import type { ChangeContext } from '../platform/context.ts';
import type { AdminContext } from './member-actions.ts';

const HISTORY_ENTRIES = 50;

/** The first view of a day is recorded in the audit log and in the member's history. */
const recordMemberView = (context: ChangeContext, actor: Actor, uid: string): Promise<void> =>
  recordDailyView(context, { actor, action: 'view-member', about: uid });

/** A member whose emails are read. @throws `member-not-found` */
export async function loadViewedMember(context: ChangeContext, actor: Actor, uid: string): Promise<Member> {
  const member = await loadMemberForAction(context, { uid });
  await recordMemberView(context, actor, uid);
  return member;
}

/** Everything stored about a member, except credentials. */
export async function viewMember(context: AdminContext, actor: Actor, uid: string) {
  const whole = await loadMemberForAction(context, { uid });
  const { salt, passwordHash, paymentReference, ...member } = whole;
  const [terms, voidedTerms, conferences, history, sessions, receipts] = await Promise.all([
    listTerms(context, uid),
    listVoidedTerms(context, uid),
    listConferenceRecords(context, uid),
    listAuditOfMember(context, uid, HISTORY_ENTRIES),
    listSessions(context, uid),
    listReceipts(context, uid),
  ]);
  const [payments] = await Promise.all([
    listPayments(context, uid, [...terms, ...voidedTerms], receipts),
    recordMemberView(context, actor, uid),
  ]);
  return {
    member: { ...member, hasPassword: passwordHash !== NO_PASSWORD },
    terms,
    voidedTerms,
    payments,
    conferences,
    history,
    liveSessions: sessions.filter((session) => isSessionLive(session, whole, context.now())).length,
  };
}

/** Of these terms and receipts, and those that wait for a review or were resolved; the latest first. */
async function listPayments(
  context: AdminContext,
  uid: string,
  terms: readonly Term[],
  receipts: readonly Receipt[],
) {
  const [forReview, resolved] = await Promise.all([
    listPaymentReviews(context, uid),
    listResolvedPayments(context, uid),
  ]);
  const inReview = new Set(forReview.map(({ paymentId }) => paymentId));
  const paymentIds = [
    ...terms.flatMap((term) => paymentIdFromTerm(term) ?? []),
    ...receipts.map(({ paymentId }) => paymentId),
    ...inReview,
    ...resolved,
  ];
  const payments = await findPayments(context, [...new Set(paymentIds)]);
  const receiptOf = (paymentId: string) =>
    receipts.find((receipt) => receipt.paymentId === paymentId && receipt.cancels === undefined);
  return payments
    .map((payment) => {
      const receipt = receiptOf(payment.paymentId);
      return {
        ...payment,
        paidAt: payment.paidAt.toISOString(),
        isInReview: inReview.has(payment.paymentId),
        receipt: receipt?.number,
        creditNote: receipt?.cancelledBy,
        type: receipt?.type,
      };
    })
    .toSorted((a, b) => `${b.paidAt}${b.receipt ?? ''}`.localeCompare(`${a.paidAt}${a.receipt ?? ''}`));
}
