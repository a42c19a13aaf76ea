import type { AuditEntry } from '../audit/audit.ts';
import type { MemberSummary } from '../members/member.ts';
import type { Checkout } from '../payments/payment.ts';
import type { Paper } from '../payments/receipt.ts';
import type { Term } from './term.ts';
import type { Terms } from './terms.ts';

/** A term to write, with the expiry that the member then has; or nothing, where there is nothing to extend. */
export type Plan = (
  activeUntil: string,
  holder: MemberSummary,
) => { term: Term; activeUntil: string; paper?: Paper } | undefined;

const RETRIES = 5;

/** Plans on the member's expiry as it is, and plans anew where somebody else changed it before the write. */
export async function extendMembership(
  terms: Terms,
  uid: string,
  plan: Plan,
  payment?: Checkout,
  entry?: AuditEntry,
): Promise<'added' | 'known' | 'unknown-member' | 'nothing-to-extend'> {
  for (let attempt = 0; attempt <= RETRIES; attempt += 1) {
    const holder = await terms.holder(uid);
    if (holder === undefined) return 'unknown-member';
    const activeUntilSeen = holder.activeUntil;
    const planned = plan(activeUntilSeen, holder);
    if (!planned) return 'nothing-to-extend';
    const result = await terms.add({ uid, activeUntilSeen, ...planned, ...(payment && { payment }), entry });
    if (result !== 'changed') return result;
  }
  throw new Error(`Member ${uid}: the expiry changed under ${RETRIES + 1} attempts to extend it`);
}
