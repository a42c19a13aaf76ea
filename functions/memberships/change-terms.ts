import type { MembershipType } from '#shared/choices';
import { hongKongDate } from '#shared/hong-kong';
import type { AuditEntry } from '../audit/audit.ts';
import type { Runtime } from '../platform/runtime.ts';
import { extendMembership } from './extend-membership.ts';
import { isValidPeriod, type Period, type Term } from './term.ts';
import type { Terms } from './terms.ts';

export interface Grant extends Period {
  uid: string;
  type: MembershipType;
}

/** A term that nobody paid. It never shortens what the member has, and the same grant again changes nothing. */
export async function grantTerm(
  { now, terms }: Pick<Runtime, 'now'> & { terms: Terms },
  { uid, type, startDate, endDate }: Grant,
  entry: AuditEntry,
): Promise<'granted' | 'already' | 'unknown-member'> {
  if (!isValidPeriod({ startDate, endDate })) {
    throw new RangeError(`A term ends on a 1 January after its start; this one: ${startDate} to ${endDate}`);
  }
  const term: Term = {
    id: `granted-${type}`,
    type,
    accessMethod: 'granted',
    transactionDate: hongKongDate(now()),
    receiptUrl: '',
    receiptNumber: '',
    startDate,
    endDate,
    expireDate: endDate,
  };
  const result = await extendMembership(
    terms,
    uid,
    (activeUntil) => ({ term, activeUntil: activeUntil > endDate ? activeUntil : endDate }),
    undefined,
    entry,
  );
  switch (result) {
    case 'added':
      return 'granted';
    case 'known':
      return 'already';
    default:
      return 'unknown-member';
  }
}
