import type { MembershipStatus } from './choices.ts';
import { addDays, firstOfJanuary, yearOf } from './hong-kong.ts';

/** Dates in Hong Kong, YYYY-MM-DD. The end is a 1 January and still belongs to the period. */
export interface Period {
  startDate: string;
  endDate: string;
}

/** Merges periods that overlap or adjoin: the result is in order, with at least one day between two periods. */
export function joinPeriods(periods: readonly Period[]): Period[] {
  const joined: Period[] = [];
  for (const { startDate, endDate } of periods.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1))) {
    const last = joined.at(-1);
    if (!last || startDate > addDays(last.endDate, 1)) joined.push({ startDate, endDate });
    else if (endDate > last.endDate) last.endDate = endDate;
  }
  return joined;
}

/**
 * A membership on a day, by its joined periods: `until` is the last day of the period that covers it, else of the one that
 * ended last before it; empty for a member who is registered.
 */
export function membershipOn(
  periods: readonly Period[],
  day: string,
): { status: MembershipStatus; until: string } {
  const begun = periods.findLast(({ startDate }) => startDate <= day);
  if (!begun) return { status: 'registered', until: '' };
  return { status: begun.endDate < day ? 'expired' : 'active', until: begun.endDate };
}

/** Until when a membership with these periods and another one goes on after it without a gap. */
export const validUntil = (periods: readonly Period[], added: Period): string =>
  membershipOn(joinPeriods([...periods, added]), added.endDate).until;

/** From this day on, a payment by an inactive member also covers the coming year. */
const RENEWAL_WINDOW_OPENS = '11-01';

/**
 * What a payment on a day buys: the rest of the year, from November on with the coming year. If one of the joined periods
 * covers some of these days, it is the year after that period instead. Undefined if that year ends later than the coming
 * one: such a payment extends nothing.
 */
export function nextTerm(periods: readonly Period[], day: string): Period | undefined {
  const thisYear = yearOf(day);
  let startDate = day;
  let endYear = thisYear + (day.slice(5) >= RENEWAL_WINDOW_OPENS ? 2 : 1);
  for (const period of periods) {
    if (day > period.endDate || period.startDate >= firstOfJanuary(endYear)) continue;
    startDate = period.endDate;
    endYear = yearOf(period.endDate) + 1;
  }
  // Compared as a number: the text of the year after 9999, in which a membership for life ends, begins with 1000.
  return endYear > thisYear + 2 ? undefined : { startDate, endDate: firstOfJanuary(endYear) };
}
