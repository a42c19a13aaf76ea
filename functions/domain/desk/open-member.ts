import { type Actor, type AuditPage, auditEntry } from '../audit/audit.ts';
import type { ConferenceRecord } from '../conferences/conferences.ts';
import { type Member, NO_PASSWORD } from '../members/member.ts';
import type { Term } from '../membership/term.ts';
import type { VoidedTerm } from '../membership/voided-terms.ts';
import { isLive } from '../sessions/session.ts';
import { type DeskNeeds, memberOf } from './deed.ts';
import type { PaymentRecord } from './payment-records.ts';
import { paymentIdOf } from './terms-by-hand.ts';

export interface MemberFile {
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
export async function openMember(needs: DeskNeeds, actor: Actor, uid: string): Promise<MemberFile> {
  const whole = await memberOf(needs, { uid });
  const { salt, passwordHash, paymentReference, ...member } = whole;
  const [terms, voidedTerms, conferences, history, sessions] = await Promise.all([
    needs.terms.of(uid),
    needs.voidedTerms.of(uid),
    needs.conferences.of(uid),
    needs.audit.about(uid, ENTRIES),
    needs.sessions.of(uid),
  ]);
  const paid = [...terms, ...voidedTerms].filter(({ accessMethod }) => isPaid(accessMethod));
  const payments = await needs.paymentRecords.of([...new Set(paid.map(paymentIdOf))]);
  await needs.audit.write(auditEntry(needs, { actor, action: 'view-member', about: uid }));
  return {
    member: { ...member, hasPassword: passwordHash !== NO_PASSWORD },
    terms,
    voidedTerms,
    payments,
    conferences,
    history,
    liveSessions: sessions.filter((session) => isLive(session, whole, needs.clock())).length,
  };
}

const isPaid = (method: Term['accessMethod']) => method === 'online-payment' || method === 'bank-transfer';
