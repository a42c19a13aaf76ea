import type { SuppressionReason } from '#shared/choices';
import { everyPage } from '#shared/paging';
import { accountEntry, logAccountEntry } from '../audit/account-entry.ts';
import { type AuditEntry, type AuditLog, actorRole } from '../audit/audit.ts';
import type { Conferences } from '../conferences/conference.ts';
import type { MailWishes } from '../mail/suppressions/preferences.ts';
import type { Caller, Member } from '../members/member.ts';
import type { ProofHolder, Proofs } from '../memberships/membership-card.ts';
import type { Terms } from '../memberships/terms.ts';
import type { VoidedTerms } from '../memberships/voided-terms.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { SecondFactors } from '../second-factor/second-factor.ts';
import { listDevices, type SignedInDevice } from '../sessions/devices.ts';
import type { Sessions } from '../sessions/session.ts';

export type ExportDeps = Runtime & {
  sessions: Sessions;
  terms: Terms;
  voidedTerms: Pick<VoidedTerms, 'of'>;
  audit: Pick<AuditLog, 'about' | 'write'>;
  conferences: Conferences;
  wishes: MailWishes;
  proofs: Pick<Proofs, 'find'>;
  secondFactors: Pick<SecondFactors, 'find'>;
};

export interface MemberExport {
  exportedAt: string;
  /** `proofIssuedAt` is empty where the member has no proof of membership, `secondFactorAt` without two-step verification. */
  account: Omit<Member, 'salt' | 'passwordHash'> &
    Pick<ProofHolder, 'proofIssuedAt'> & { secondFactorAt: string };
  memberships: Record<string, string>[];
  voidedMemberships: Record<string, string>[];
  /** What happened to the account, the latest first; by whom is told as in the member's history. */
  history: (Pick<AuditEntry, 'at' | 'action' | 'reason' | 'details'> & {
    by: ReturnType<typeof actorRole>;
  })[];
  conferences: Record<string, string>[];
  mail: { announcements: boolean; suppressedBecause: SuppressionReason | null };
  sessions: SignedInDevice[];
}

/** Everything that is kept about the member, but for what would open the account. */
export async function exportMemberData(deps: ExportDeps, caller: Caller): Promise<MemberExport> {
  const { salt, passwordHash, ...account } = caller.member;
  const entry = accountEntry(deps, caller.source, { action: 'export-own-data', uid: account.uid });
  await deps.audit.write(entry);
  logAccountEntry(deps, entry);
  const [proof, factor, terms, voidedTerms, history, conferences, mail, sessions] = await Promise.all([
    deps.proofs.find(account.uid),
    deps.secondFactors.find(account.uid),
    deps.terms.of(account.uid),
    deps.voidedTerms.of(account.uid),
    deliveryHistory(deps.audit, account.uid),
    deps.conferences.of(account.uid),
    deps.wishes.find(account.uid),
    listDevices(deps, caller),
  ]);
  return {
    exportedAt: deps.now().toISOString(),
    account: {
      ...account,
      proofIssuedAt: proof?.proofIssuedAt ?? '',
      secondFactorAt: factor?.enrolledAt ?? '',
    },
    memberships: terms.map((term) => ({ ...term })),
    voidedMemberships: voidedTerms.map(({ voidedBy, ...term }) => term),
    history,
    conferences: conferences.map((record) => ({ ...record })),
    mail: { announcements: mail.announcements, suppressedBecause: mail.suppressedBecause ?? null },
    sessions,
  };
}

const ENTRIES_AT_ONCE = 100;

async function deliveryHistory(audit: ExportDeps['audit'], uid: string): Promise<MemberExport['history']> {
  const entries: AuditEntry[] = [];
  for await (const page of everyPage((from) => audit.about(uid, ENTRIES_AT_ONCE, from)))
    entries.push(...page.entries);
  return entries.map(({ at, actor, action, reason, details }) => ({
    at,
    by: actorRole(actor),
    action,
    reason,
    details,
  }));
}
