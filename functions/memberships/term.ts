import * as z from 'zod/mini';
import {
  ACCESS_METHODS,
  MEMBERSHIP_TYPES,
  type MembershipStatus,
  type MembershipType,
} from '#shared/choices';
import { hongKongDate, isFirstOfJanuary } from '#shared/hong-kong';
import { joinPeriods, membershipOn, type Period } from '#shared/membership-periods';
import type { Membership } from '../members/member.ts';

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
export const VoidedTerm = z.extend(Term, { voidedAt: z.string(), voidedBy: z.string(), reason: z.string() });
export type VoidedTerm = z.output<typeof VoidedTerm>;

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

/** A term ends on a 1 January after its start. */
export const isValidPeriod = ({ startDate, endDate }: Period): boolean =>
  isFirstOfJanuary(endDate) && startDate < endDate;

export const membershipStatus = (
  { activePeriods }: { activePeriods: readonly Period[] },
  now: Date,
): MembershipStatus => membershipOn(activePeriods, hongKongDate(now)).status;

/** The term that a day in Hong Kong lies in, else the last one before it; `terms` have the latest end first. */
export const termOnDate = (terms: readonly Term[], today: string): Term | undefined =>
  terms.find(({ startDate, endDate }) => startDate <= today && today <= endDate) ??
  terms.find(({ endDate }) => endDate < today);

/** The membership by these terms; empty without any. */
export function membershipOf(terms: readonly TermInput[]): Membership {
  const [last] = terms.toSorted((a, b) => b.endDate.localeCompare(a.endDate));
  return {
    activeUntil: last?.endDate ?? '',
    membershipType: last?.type ?? '',
    activePeriods: joinPeriods(terms),
  };
}

/** The membership after another term; it never becomes shorter. */
export function extendedBy(membership: Membership, term: TermInput): Membership {
  const { activeUntil, membershipType } =
    membership.activeUntil > term.endDate ? membership : membershipOf([term]);
  return { activeUntil, membershipType, activePeriods: joinPeriods([...membership.activePeriods, term]) };
}
