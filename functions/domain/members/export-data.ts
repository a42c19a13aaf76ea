import type { Ambient } from '../ambient.ts';
import type { Conferences } from '../conferences/conferences.ts';
import type { MailWishes } from '../mail/unsubscribe.ts';
import type { ProofHolder, Proofs } from '../membership/proof.ts';
import type { Terms } from '../membership/terms.ts';
import type { Caller } from '../sessions/authenticate.ts';
import { type SignedInPlace, signedInPlaces } from '../sessions/places.ts';
import type { Sessions } from '../sessions/session.ts';
import type { Member } from './member.ts';

export type ExportNeeds = Pick<Ambient, 'clock'> & {
  sessions: Sessions;
  terms: Terms;
  conferences: Conferences;
  wishes: MailWishes;
  proofs: Pick<Proofs, 'find'>;
};

export interface MemberExport {
  exportedAt: string;
  /** `proofIssuedAt` is empty where the member has no proof of membership. */
  account: Omit<Member, 'salt' | 'passwordHash'> & Pick<ProofHolder, 'proofIssuedAt'>;
  memberships: Record<string, string>[];
  conferences: Record<string, string>[];
  mail: { announcements: boolean; held: 'bounced' | 'complained' | null };
  sessions: SignedInPlace[];
}

/** Everything that is kept about the member, but for what would open the account. */
export async function exportOf(needs: ExportNeeds, caller: Caller): Promise<MemberExport> {
  const { salt, passwordHash, ...account } = caller.member;
  const [proof, terms, conferences, mail, sessions] = await Promise.all([
    needs.proofs.find(account.uid),
    needs.terms.of(account.uid),
    needs.conferences.of(account.uid),
    needs.wishes.find(account.uid),
    signedInPlaces(needs, caller),
  ]);
  return {
    exportedAt: needs.clock().toISOString(),
    account: { ...account, proofIssuedAt: proof?.proofIssuedAt ?? '' },
    memberships: terms.map((term) => ({ ...term })),
    conferences: conferences.map((record) => ({ ...record })),
    mail: { announcements: mail.announcements, held: mail.held ?? null },
    sessions,
  };
}
