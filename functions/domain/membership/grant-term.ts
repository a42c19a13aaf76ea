import type { Ambient } from '../ambient.ts';
import { hongKongDate } from '../hong-kong.ts';
import { extendMembership } from './extend-membership.ts';
import type { MembershipType, Period, Term } from './term.ts';
import type { Terms } from './terms.ts';

export interface Grant extends Period {
  uid: string;
  type: MembershipType;
}

/** A term that nobody paid. It never shortens what the member has, and the same grant again changes nothing. */
export async function grantTerm(
  { clock, terms }: Pick<Ambient, 'clock'> & { terms: Terms },
  { uid, type, startDate, endDate }: Grant,
): Promise<'granted' | 'already' | 'unknown-member'> {
  if (!endDate.endsWith('-01-01') || startDate >= endDate) {
    throw new RangeError(`A term ends on a 1 January after its start; this one: ${startDate} to ${endDate}`);
  }
  const term: Term = {
    id: `granted-${type}`,
    type,
    accessMethod: 'granted',
    transactionDate: hongKongDate(clock()),
    receiptUrl: '',
    receiptNumber: '',
    startDate,
    endDate,
    expireDate: endDate,
  };
  const result = await extendMembership(terms, uid, (activeUntil) => ({
    term,
    activeUntil: activeUntil > endDate ? activeUntil : endDate,
  }));
  switch (result) {
    case 'added':
      return 'granted';
    case 'known':
      return 'already';
    default:
      return 'unknown-member';
  }
}
