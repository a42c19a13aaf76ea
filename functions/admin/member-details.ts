import { type Actor, createAuditEntry } from '../audit/audit.ts';
import type { AuditPage } from '../audit/repository.ts';
import type { ConferenceRecord } from '../conferences/repository.ts';
import { type Member, NO_PASSWORD } from '../members/member.ts';
import { loadMemberForAction } from '../members/members.ts';
import { paymentIdFromTerm, type Term, type VoidedTerm } from '../memberships/term.ts';
import type { Payment } from '../payments/payment.ts';
import { isSessionLive } from '../sessions/session.ts';
import type { AdminDeps } from './member-actions.ts';

/** A recorded payment, as administrators see it. */
interface PaymentSummary
  extends Pick<Payment, 'paymentId' | 'bankReference' | 'currency' | 'amountMinorUnits' | 'outcome'> {
  /** ISO 8601, UTC. */
  paidAt: string;
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

/** Everything stored about a member, except credentials. Each view is recorded in the audit log. */
export async function viewMember(deps: AdminDeps, actor: Actor, uid: string): Promise<MemberDetails> {
  const whole = await loadMemberForAction(deps, { uid });
  const { salt, passwordHash, paymentReference, ...member } = whole;
  const [terms, voidedTerms, conferences, history, sessions] = await Promise.all([
    deps.terms.listTerms(uid),
    deps.terms.listVoidedTerms(uid),
    deps.conferenceRecords.listRecords(uid),
    deps.audit.listForMember(uid, HISTORY_ENTRIES),
    deps.sessions.listSessions(uid),
  ]);
  const paymentIds = [...terms, ...voidedTerms].flatMap((term) => paymentIdFromTerm(term) ?? []);
  const payments = await deps.payments.findPayments([...new Set(paymentIds)]);
  await deps.audit.writeEntry(createAuditEntry(deps, { actor, action: 'view-member', about: uid }));
  return {
    member: { ...member, hasPassword: passwordHash !== NO_PASSWORD },
    terms,
    voidedTerms,
    payments: payments.map(({ paymentId, bankReference, paidAt, currency, amountMinorUnits, outcome }) => ({
      paymentId,
      bankReference,
      paidAt: paidAt.toISOString(),
      currency,
      amountMinorUnits,
      outcome,
    })),
    conferences,
    history,
    liveSessions: sessions.filter((session) => isSessionLive(session, whole, deps.now())).length,
  };
}
