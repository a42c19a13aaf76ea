import * as z from 'zod/mini';
import type { MemberCategory, MembershipStatus } from '#shared/choices';
import { addMonths, dayOf, firstOfJanuary, hongKongDate, monthOf, yearOf } from '#shared/hong-kong';
import { MonthOfMail, MonthOfPayments, type Season, Seasons, type YearOfMembers } from '#shared/statistics';
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

export const Statistics = z.object({
  /** ISO 8601, UTC. */
  countedAt: z.string(),
  /** The running one first. */
  seasons: Seasons,
  payments: z.array(MonthOfPayments),
  mail: z.array(MonthOfMail),
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
  const season = seasonYear(today);
  const renewals = [season, season - 1].map(startSeason);
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
      for (const each of renewals) {
        const renewal = findRenewal(terms, each.year);
        if (!renewal.isDue) continue;
        each.due += 1;
        if (renewal.renewedOn !== undefined) each.days.push(renewal.renewedOn);
      }
      addReceipts(receipts);
      if (state === 'disabled') return;
      if (passwordHash === NO_PASSWORD) people.withoutPassword += 1;
      if (status !== 'active') return;
      if (isBlocked) people.blockedAddresses += 1;
      else if (!emailVerified) people.unverifiedAddresses += 1;
    },

    /** The years from the first term on, and everything else that was counted. */
    result() {
      const [current = startSeason(season), last = current] = renewals;
      return {
        years: [...years]
          .map(([year, counts]) => ({ year, ...counts, isFromTerms: year < thisYear }))
          .toSorted((a, b) => a.year - b.year),
        seasons: [toSeason(current, today), toSeason(last, yearBefore(today))] satisfies [Season, Season],
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

/** Whether one of the terms ends on 1 January of this year, and the day on which it was renewed in its season. */
function findRenewal(
  terms: MemberRecord['terms'],
  year: number,
): { isDue: boolean; renewedOn?: string | undefined } {
  const end = firstOfJanuary(year);
  if (terms.every(({ endDate }) => endDate !== end)) return { isDue: false };
  const [next] = terms
    .filter(({ endDate }) => endDate > end)
    .toSorted((a, b) => a.endDate.localeCompare(b.endDate));
  // An imported term has the day of its import in place of the day on which it was paid.
  const renewedOn = next?.accessMethod === 'imported' ? next.startDate : next?.transactionDate;
  return {
    isDue: true,
    renewedOn: renewedOn && renewedOn < `${year}-${SEASON_BEGINS}` ? renewedOn : undefined,
  };
}

/** The year of the 1 January whose renewals a day belongs to. */
const seasonYear = (today: string): number => yearOf(today) + (today.slice(5) >= SEASON_BEGINS ? 1 : 0);

interface SeasonDays {
  year: number;
  due: number;
  /** The days on which memberships were renewed. */
  days: string[];
}

const startSeason = (year: number): SeasonDays => ({ year, due: 0, days: [] });

const toSeason = ({ year, due, days }: SeasonDays, until: string): Season => ({
  endDate: firstOfJanuary(year),
  due,
  renewed: days.filter((each) => each <= until).length,
});

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
