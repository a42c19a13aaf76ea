import * as z from 'zod/mini';
import {
  ACCESS_METHODS,
  MEMBERSHIP_TYPES,
  type MembershipStatus,
  type MembershipType,
} from '#shared/choices';
import { firstOfJanuary, hongKongDate, isFirstOfJanuary, yearOf } from '#shared/hong-kong';
import type { Membership } from '../members/member.ts';

/** Dates in Hong Kong, YYYY-MM-DD. The end is a 1 January and still belongs to the period. */
export interface Period {
  startDate: string;
  endDate: string;
}

/** The fields of a term that a person grants or corrects. */
export interface TermInput extends Period {
  type: MembershipType;
}

/** The record of one term; written once, never changed. */
export const Term = z.object({
  type: z.enum(MEMBERSHIP_TYPES),
  startDate: z.string(),
  endDate: z.string(),
  id: z.string(),
  accessMethod: z.enum(ACCESS_METHODS),
  transactionDate: z.string(),
  /** The provider's own page about the payment; empty without one. */
  receiptUrl: z.string(),
  receiptNumber: z.string(),
  expireDate: z.string(),
});
export type Term = z.output<typeof Term>;

/** A complete record that no longer counts, with the audit entry that says who voided it and why. */
export interface VoidedTerm extends Term {
  voidedAt: string;
  voidedBy: string;
  reason: string;
}

/** Identifies one record among those of its member. */
export const termReference = ({ endDate, id }: Pick<Term, 'endDate' | 'id'>): string => `${endDate}#${id}`;

/** A correction of a payment's record keeps the payment's id, with a count: `pi_1`, `pi_1.2`, `pi_1.3`. */
export const nextCorrectionId = (id: string): string => {
  const [, base = id, count = '1'] = /^(.*)\.(\d+)$/.exec(id) ?? [];
  return `${base}.${Number(count) + 1}`;
};

/** The payment of a paid term; undefined for a term that nobody paid. */
export const paymentIdFromTerm = ({ id, accessMethod }: Term): string | undefined =>
  accessMethod === 'online-payment' || accessMethod === 'bank-transfer'
    ? id.replace(/\.\d+$/, '')
    : undefined;

/** From this day on, a payment by an inactive member also covers the coming year. */
const RENEWAL_WINDOW_OPENS = '11-01';

/** A term ends on a 1 January after its start. */
export const isValidPeriod = ({ startDate, endDate }: Period): boolean =>
  isFirstOfJanuary(endDate) && startDate < endDate;

const isActive = (activeUntil: string, today: string): boolean => activeUntil >= today;

export function membershipStatus(activeUntil: string, now: Date): MembershipStatus {
  if (activeUntil === '') return 'registered';
  return isActive(activeUntil, hongKongDate(now)) ? 'active' : 'expired';
}

/** The term that a day in Hong Kong lies in, else the one that ends last; `terms` have the latest end first. */
export const termOnDate = (terms: readonly Term[], today: string): Term | undefined =>
  terms.find(({ startDate, endDate }) => startDate <= today && today <= endDate) ?? terms[0];

/** The last day of the membership by these terms, and the type of the term that ends then; empty without any. */
export function membershipOf(terms: readonly TermInput[]): Membership {
  const [last] = terms.toSorted((a, b) => b.endDate.localeCompare(a.endDate));
  return { activeUntil: last?.endDate ?? '', membershipType: last?.type ?? '' };
}

/** The membership after another term; it never becomes shorter. */
export const extendedBy = (membership: Membership, term: TermInput): Membership =>
  membership.activeUntil > term.endDate ? membership : membershipOf([term]);

/**
 * The period that a payment at `paidAt` buys: the next unpaid calendar year. Undefined for a member who is already paid a
 * year ahead: such a payment extends nothing.
 */
export function nextTerm(activeUntil: string, paidAt: Date): Period | undefined {
  const today = hongKongDate(paidAt);
  const thisYear = yearOf(today);
  if (isActive(activeUntil, today)) {
    const endYear = yearOf(activeUntil) + 1;
    return endYear > thisYear + 2 ? undefined : { startDate: activeUntil, endDate: firstOfJanuary(endYear) };
  }
  const years = today.slice(5) >= RENEWAL_WINDOW_OPENS ? 2 : 1;
  return { startDate: today, endDate: firstOfJanuary(thisYear + years) };
}
