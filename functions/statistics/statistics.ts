import * as z from 'zod/mini';
import type { MemberCategory, MembershipStatus } from '#shared/choices';
import { addMonths, dayOf, firstOfJanuary, hongKongDate, monthOf, yearOf } from '#shared/hong-kong';
import { Counts, type MonthOfMail, type Season, type YearOfMembers } from '#shared/statistics';
import type { Campaign } from '../mail/campaigns/campaign.ts';
import { type Member, NO_PASSWORD } from '../members/member.ts';
import { membershipStatus, type Term } from '../memberships/term.ts';
import type { Receipt } from '../payments/payment.ts';

/** A member with what is counted of them. */
export interface MemberRecord {
  member: Member;
  terms: readonly Term[];
  receipts: readonly Receipt[];
}

export type MemberCounts = Pick<YearOfMembers, 'statuses' | 'categories'>;

export const Statistics = z.extend(Counts, {
  /** Imported members who have not set a password. */
  withoutPassword: z.number(),
  /** Active members to whose addresses no announcement goes. */
  blockedAddresses: z.number(),
  /** Active members whose addresses are not verified and not blocked. */
  unverifiedAddresses: z.number(),
});
export type Statistics = z.output<typeof Statistics>;

/** No terms are older. */
const MOST_YEARS = 50;
/** This month and those before it. */
const PAYMENT_MONTHS = 24;
/** Campaigns are stored for 13 months. */
const MAIL_MONTHS = 13;
const SEASON_BEGINS = '07-01';

const emptyMemberCounts = (): MemberCounts => ({
  statuses: { registered: 0, active: 0, expired: 0 },
  categories: { ordinary: 0, 'institutional-contact': 0, fellow: 0, student: 0, honorary: 0 },
});

/** Counts members one by one, as of now. */
export function memberCounter(now: Date) {
  const today = hongKongDate(now);
  const thisYear = yearOf(today);
  const years = new Map([[thisYear, emptyMemberCounts()]]);
  const [running, last] = [startSeason(seasonYear(today)), startSeason(seasonYear(today) - 1)];
  const payments = new Map(
    lastMonths(today, PAYMENT_MONTHS).map((month) => [
      month,
      { month, payments: 0, amountMinorUnits: 0, transfers: 0, transferMinorUnits: 0 },
    ]),
  );
  const people = { withoutPassword: 0, blockedAddresses: 0, unverifiedAddresses: 0 };

  const countYear = (year: number, category: MemberCategory, status: MembershipStatus) => {
    const counts = years.get(year) ?? emptyMemberCounts();
    years.set(year, counts);
    counts.statuses[status] += 1;
    if (status === 'active') counts.categories[category] += 1;
  };

  function addReceipts(receipts: readonly Receipt[]): void {
    for (const { paidOn, amountMinorUnits, method, cancels, cancelledBy } of receipts) {
      const month = payments.get(monthOf(paidOn));
      // A cancelled receipt and its credit note are no payment.
      if (!month || cancels !== undefined || cancelledBy !== undefined) continue;
      month.payments += 1;
      month.amountMinorUnits += amountMinorUnits;
      if (method !== 'bank-transfer') continue;
      month.transfers += 1;
      month.transferMinorUnits += amountMinorUnits;
    }
  }

  return {
    addReceipts,

    add(record: MemberRecord, isBlocked: boolean): void {
      const { member, terms, receipts } = record;
      const { category, state, passwordHash, emailVerified } = member;
      const status = membershipStatus(member, now);
      countYear(thisYear, category, status);
      for (const { year, status: then } of statusesBefore(thisYear, record)) countYear(year, category, then);
      countRenewal(running, terms, today);
      countRenewal(last, terms, yearBefore(today));
      addReceipts(receipts);
      if (state === 'disabled') return;
      if (passwordHash === NO_PASSWORD) people.withoutPassword += 1;
      if (status !== 'active') return;
      if (isBlocked) people.blockedAddresses += 1;
      else if (!emailVerified) people.unverifiedAddresses += 1;
    },

    /** The years from the first term on, and everything else that was counted. */
    result() {
      return {
        years: [...years]
          .map(([year, counts]) => ({ year, ...counts, isFromTerms: year < thisYear }))
          .toSorted((a, b) => a.year - b.year),
        seasons: [running, last] satisfies [Season, Season],
        payments: [...payments.values()],
        ...people,
      };
    },
  };
}

/** The member's status at the end of each earlier year since the first term or the registration. */
function statusesBefore(
  thisYear: number,
  { member, terms }: MemberRecord,
): { year: number; status: MembershipStatus }[] {
  const [first = ''] = [dayOf(member.registeredAt), ...terms.map(({ startDate }) => startDate)].toSorted();
  const statuses = [];
  for (let year = Math.max(yearOf(first), thisYear - MOST_YEARS); year < thisYear; year += 1) {
    const day = `${year}-12-31`;
    const begun = terms.filter(({ startDate }) => startDate <= day);
    const status =
      begun.length === 0 ? 'registered' : begun.some(({ endDate }) => day <= endDate) ? 'active' : 'expired';
    statuses.push({ year, status } as const);
  }
  return statuses;
}

/** The year of the 1 January whose renewals a day belongs to. */
const seasonYear = (today: string): number => yearOf(today) + (today.slice(5) >= SEASON_BEGINS ? 1 : 0);

const startSeason = (year: number): Season => ({ endDate: firstOfJanuary(year), due: 0, renewed: 0 });

/** Counts a member one of whose terms ends on the season's 1 January as due, and as renewed if that was done by the day `until`. */
function countRenewal(season: Season, terms: readonly Term[], until: string): void {
  const { endDate: end } = season;
  if (terms.every(({ endDate }) => endDate !== end)) return;
  season.due += 1;
  const [next] = terms
    .filter(({ endDate }) => endDate > end)
    .toSorted((a, b) => a.endDate.localeCompare(b.endDate));
  // An imported term has the day of its import in place of the day on which it was paid.
  const renewedOn = next?.accessMethod === 'imported' ? next.startDate : next?.transactionDate;
  const seasonEnd = `${yearOf(end)}-${SEASON_BEGINS}`;
  if (renewedOn && renewedOn < seasonEnd && renewedOn <= until) season.renewed += 1;
}

const yearBefore = (day: string): string => `${yearOf(day) - 1}${day.slice(4)}`;

/** The deliveries of the last months' campaigns. */
export function countMail(campaigns: readonly Campaign[], now: Date): MonthOfMail[] {
  const months = new Map(
    lastMonths(hongKongDate(now), MAIL_MONTHS).map((month) => [
      month,
      { month, sent: 0, bounced: 0, complained: 0 },
    ]),
  );
  for (const { sendAt, finished, failed = 0, unknown = 0, suppressed = 0, ...campaign } of campaigns) {
    const month = months.get(monthOf(dayOf(sendAt)));
    if (!month) continue;
    month.sent += Math.max(0, finished - failed - unknown - suppressed);
    month.bounced += campaign.bounced;
    month.complained += campaign.complained;
  }
  return [...months.values()];
}

const lastMonths = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => addMonths(monthOf(today), at - count + 1));
