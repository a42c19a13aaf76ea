import type { MembershipType } from '#shared/choices';
import { recordDailyView } from '../audit/attempt.ts';
import type { Actor } from '../audit/audit.ts';
import type { AuditPage } from '../audit/repository.ts';
import type { ConferenceRecord } from '../conferences/repository.ts';
import { type Member, NO_PASSWORD } from '../members/member.ts';
import { loadMemberForAction } from '../members/members.ts';
import { paymentIdFromTerm, type Term, type VoidedTerm } from '../memberships/term.ts';
import type { Payment } from '../payments/payment.ts';
import type { Receipt } from '../payments/receipt.ts';
import { isSessionLive } from '../sessions/session.ts';
import type { AdminDeps } from './member-actions.ts';

/** A recorded payment, as administrators see it. */
interface PaymentSummary
  extends Pick<
    Payment,
    | 'paymentId'
    | 'bankReference'
    | 'currency'
    | 'amountMinorUnits'
    | 'outcome'
    | 'isRefundedOrDisputed'
    | 'refundedMinorUnits'
  > {
  isInReview: boolean;
  /** ISO 8601, UTC. */
  paidAt: string;
  /** Absent for a payment that made no term. */
  receipt?: string | undefined;
  /** The credit note that cancels the receipt. */
  creditNote?: string | undefined;
  /** Of the receipt. */
  type?: MembershipType | undefined;
}

export interface MemberDetails {
  member: Omit<Member, 'salt' | 'passwordHash' | 'paymentReference'> & { hasPassword: boolean };
  terms: Term[];
  voidedTerms: VoidedTerm[];
  payments: PaymentSummary[];
  conferences: ConferenceRecord[];
  history: AuditPage;
  liveSessions: number;
}

const HISTORY_ENTRIES = 50;

/** The first view of a day is recorded in the audit log and in the member's history. */
const recordMemberView = (
  deps: Pick<AdminDeps, 'audit' | 'now' | 'randomBytes'>,
  actor: Actor,
  uid: string,
): Promise<void> => recordDailyView(deps, { actor, action: 'view-member', about: uid });

/** A member whose emails are read. @throws `member-not-found` */
export async function loadViewedMember(
  deps: Pick<AdminDeps, 'members' | 'audit' | 'now' | 'randomBytes'>,
  actor: Actor,
  uid: string,
): Promise<Member> {
  const member = await loadMemberForAction(deps, { uid });
  await recordMemberView(deps, actor, uid);
  return member;
}

/** Everything stored about a member, except credentials. */
export async function viewMember(deps: AdminDeps, actor: Actor, uid: string): Promise<MemberDetails> {
  const whole = await loadMemberForAction(deps, { uid });
  const { salt, passwordHash, paymentReference, ...member } = whole;
  const [terms, voidedTerms, conferences, history, sessions, receipts] = await Promise.all([
    deps.terms.listTerms(uid),
    deps.terms.listVoidedTerms(uid),
    deps.conferenceRecords.listRecords(uid),
    deps.audit.listForMember(uid, HISTORY_ENTRIES),
    deps.sessions.listSessions(uid),
    deps.receipts.listReceipts(uid),
  ]);
  const [payments] = await Promise.all([
    listPayments(deps, uid, [...terms, ...voidedTerms], receipts),
    recordMemberView(deps, actor, uid),
  ]);
  return {
    member: { ...member, hasPassword: passwordHash !== NO_PASSWORD },
    terms,
    voidedTerms,
    payments,
    conferences,
    history,
    liveSessions: sessions.filter((session) => isSessionLive(session, whole, deps.now())).length,
  };
}

/** Of these terms and receipts, and those that wait for a review or were resolved; the latest first. */
async function listPayments(
  deps: AdminDeps,
  uid: string,
  terms: readonly Term[],
  receipts: readonly Receipt[],
): Promise<PaymentSummary[]> {
  const [forReview, resolved] = await Promise.all([
    deps.payments.listForReview(uid),
    deps.payments.listResolved(uid),
  ]);
  const inReview = new Set(forReview.map(({ paymentId }) => paymentId));
  const paymentIds = [
    ...terms.flatMap((term) => paymentIdFromTerm(term) ?? []),
    ...receipts.map(({ paymentId }) => paymentId),
    ...inReview,
    ...resolved,
  ];
  const payments = await deps.payments.findPayments([...new Set(paymentIds)]);
  const receiptOf = (paymentId: string) =>
    receipts.find((receipt) => receipt.paymentId === paymentId && receipt.cancels === undefined);
  return payments
    .map((payment) => {
      const receipt = receiptOf(payment.paymentId);
      return {
        paymentId: payment.paymentId,
        bankReference: payment.bankReference,
        paidAt: payment.paidAt.toISOString(),
        currency: payment.currency,
        amountMinorUnits: payment.amountMinorUnits,
        outcome: payment.outcome,
        isRefundedOrDisputed: payment.isRefundedOrDisputed,
        refundedMinorUnits: payment.refundedMinorUnits,
        isInReview: inReview.has(payment.paymentId),
        receipt: receipt?.number,
        creditNote: receipt?.cancelledBy,
        type: receipt?.type,
      };
    })
    .toSorted((a, b) => `${b.paidAt}${b.receipt ?? ''}`.localeCompare(`${a.paidAt}${a.receipt ?? ''}`));
}
