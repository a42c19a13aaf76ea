import type { MemberListItem } from '#contract/admin-members';
import type { Segment } from '#contract/member-lists';
import { COUNTRIES } from '#shared/countries';
import { firstOfJanuary, formatLongDate, yearOf } from '#shared/hong-kong';
import { categories, states, statuses, types } from '../../text/admin-members.ts';
import { todayInHongKong } from '../../text/dates.ts';
import type { FilterField } from '../../ui/filter-bar.tsx';
import { useSegments } from '../../ui/use-segments.ts';

/** An empty choice filters nothing. */
export type MemberFilter = {
  search: string;
  status: MemberListItem['status'] | '';
  /** YYYY-MM-DD. */
  activeUntil: string;
  type: keyof typeof types | '';
  category: keyof typeof categories | '';
  country: string;
  /** The id of a conference that the member attended. */
  conference: string;
  state: MemberListItem['state'] | '';
};

export const noFilter: MemberFilter = {
  search: '',
  status: '',
  activeUntil: '',
  type: '',
  category: '',
  country: '',
  conference: '',
  state: '',
};

/** All fields of a segment's filter, which has only those that were set. */
export const filterOf = ({ filter }: Pick<Segment, 'filter'>): MemberFilter => ({
  search: filter.search,
  status: filter.status ?? '',
  activeUntil: filter.activeUntil ?? '',
  type: filter.type ?? '',
  category: filter.category ?? '',
  country: filter.country ?? '',
  conference: filter.conference ?? '',
  state: filter.state ?? '',
});

/** The segment with exactly this filter. */
export const segmentOf = (filter: MemberFilter, segments: readonly Segment[]): Segment | undefined =>
  segments.find((segment) => isSameFilter(filterOf(segment), filter));

export const isSameFilter = (one: MemberFilter, other: MemberFilter): boolean =>
  JSON.stringify(Object.entries(one).toSorted()) === JSON.stringify(Object.entries(other).toSorted());

const YEARS_BACK = 6;
const YEARS_AHEAD = 2;

/** Every membership ends on a 1 January. */
function lastDays(): Record<string, string> {
  const thisYear = yearOf(todayInHongKong());
  const years = Array.from({ length: YEARS_BACK + YEARS_AHEAD + 1 }, (_, n) => thisYear + YEARS_AHEAD - n);
  return Object.fromEntries(years.map(firstOfJanuary).map((day) => [day, formatLongDate(day)]));
}

const countries = Object.fromEntries(COUNTRIES.map((country) => [country, country]));

/** What members are found by, in Members and for an email. */
export function useMemberFilterFields(): readonly FilterField[] {
  const { conferences } = useSegments();
  // The date tells two conferences of one name apart.
  const attended = conferences.map(({ id, name, date }) => [id, [name, date].filter(Boolean).join(' · ')]);
  return [
    { name: 'search', label: 'Search', placeholder: 'Name, affiliation, email or ID', maxLength: 100 },
    { name: 'status', label: 'Status', options: statuses },
    { name: 'activeUntil', label: 'Valid until', options: lastDays() },
    { name: 'type', label: 'Membership type', options: types, isRare: true },
    { name: 'category', label: 'Category', options: categories, isRare: true },
    { name: 'country', label: 'Country', options: countries, isRare: true },
    { name: 'conference', label: 'Attended', options: Object.fromEntries(attended), isRare: true },
    { name: 'state', label: 'Account', options: states, isRare: true },
  ];
}
