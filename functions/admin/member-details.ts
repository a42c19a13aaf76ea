import { type Actor, createAuditEntry } from '../audit/audit.ts';
import type { AuditPage } from '../audit/repository.ts';
import type { ConferenceRecord } from '../conferences/conference.ts';
import { type Member, NO_PASSWORD } from '../members/member.ts';
import { loadMemberForAction } from '../members/members.ts';
import type { Term } from '../memberships/term.ts';
import type { VoidedTerm } from '../memberships/voided-terms.ts';
import type { PaymentRecord } from '../payments/payment-records.ts';
import { isSessionLive } from '../sessions/session.ts';
import type { DeskDeps } from './admin-action.ts';
import { paymentIdFromTerm } from './term-actions.ts';

export interface MemberDetails {
  member: Omit<Member, 'salt' | 'passwordHash' | 'paymentReference'> & { hasPassword: boolean };
  terms: Term[];
  voidedTerms: VoidedTerm[];
  payments: PaymentRecord[];
  conferences: ConferenceRecord[];
  history: AuditPage;
  liveSessions: number;
}

const ENTRIES = 50;

/** All that is kept of a member but what would open the account; who looked is written down. */
export async function viewMember(deps: DeskDeps, actor: Actor, uid: string): Promise<MemberDetails> {
  const whole = await loadMemberForAction(deps, { uid });
  const { salt, passwordHash, paymentReference, ...member } = whole;
  const [terms, voidedTerms, conferences, history, sessions] = await Promise.all([
    deps.terms.of(uid),
    deps.voidedTerms.of(uid),
    deps.conferences.of(uid),
    deps.audit.listForMember(uid, ENTRIES),
    deps.sessions.listSessions(uid),
  ]);
  const paid = [...terms, ...voidedTerms].filter(({ accessMethod }) => isPaid(accessMethod));
  const payments = await deps.paymentRecords.of([...new Set(paid.map(paymentIdFromTerm))]);
  await deps.audit.writeEntry(createAuditEntry(deps, { actor, action: 'view-member', about: uid }));
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

const isPaid = (method: Term['accessMethod']) => method === 'online-payment' || method === 'bank-transfer';
