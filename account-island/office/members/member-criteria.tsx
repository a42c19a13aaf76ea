import type { Segment } from '#contract/member-lists';
import type { MEMBERSHIP_TYPES } from '#shared/choices';
import { COUNTRIES } from '#shared/countries';
import { firstOfJanuary, formatLongDate, hongKongDate, yearOf } from '#shared/hong-kong';
import { serverNow } from '../../api/server-clock.ts';
import { categories, types } from '../../text/admin-members.ts';
import { FilterSelect } from '../../ui/option-select.tsx';
import { useSegments } from './use-segments.ts';

/** What the list of members and the recipient picker filter by, beside the text and the status; empty filters nothing. */
export interface MemberCriteria {
  type: (typeof MEMBERSHIP_TYPES)[number] | '';
  category: keyof typeof categories | '';
  /** YYYY-MM-DD. */
  activeUntil: string;
  country: string;
  /** The id of a conference that the member attended. */
  conference: string;
}

export const noCriteria: MemberCriteria = {
  type: '',
  category: '',
  activeUntil: '',
  country: '',
  conference: '',
};

/** Whether two filters of one list ask for the same. */
export const isSameFilter = <Filter extends MemberCriteria>(one: Filter, other: Filter): boolean =>
  JSON.stringify(Object.entries(one).toSorted()) === JSON.stringify(Object.entries(other).toSorted());

/** The criteria of a segment. */
export const criteriaOf = ({ filter }: Pick<Segment, 'filter'>): MemberCriteria => ({
  type: filter.type ?? '',
  category: filter.category ?? '',
  activeUntil: filter.activeUntil ?? '',
  country: filter.country ?? '',
  conference: filter.conference ?? '',
});

const YEARS_BACK = 6;
const YEARS_AHEAD = 2;

/** Every membership ends on a 1 January. */
function lastDays(): Record<string, string> {
  const thisYear = yearOf(hongKongDate(serverNow()));
  const years = Array.from({ length: YEARS_BACK + YEARS_AHEAD + 1 }, (_, n) => thisYear + YEARS_AHEAD - n);
  return Object.fromEntries(years.map(firstOfJanuary).map((day) => [day, formatLongDate(day)]));
}

/** The date tells two conferences of one name apart. */
const conferenceLabel = (name: string, date: string): string => (date === '' ? name : `${name} · ${date}`);

const countries = Object.fromEntries(COUNTRIES.map((country) => [country, country]));

interface Props {
  criteria: MemberCriteria;
  onChange: (criteria: MemberCriteria) => void;
}

export function MemberCriteriaFields({ criteria, onChange }: Props) {
  const { conferences } = useSegments();
  const attended = Object.fromEntries(
    conferences.map(({ id, name, date }) => [id, conferenceLabel(name, date)]),
  );
  return (
    <>
      <FilterSelect
        label="Membership type"
        options={types}
        value={criteria.type}
        onChange={(type) => onChange({ ...criteria, type })}
      />
      <FilterSelect
        label="Valid until"
        options={lastDays()}
        value={criteria.activeUntil}
        onChange={(activeUntil) => onChange({ ...criteria, activeUntil })}
      />
      <FilterSelect
        label="Category"
        options={categories}
        value={criteria.category}
        onChange={(category) => onChange({ ...criteria, category })}
      />
      <FilterSelect
        label="Country"
        options={countries}
        value={criteria.country}
        onChange={(country) => onChange({ ...criteria, country })}
      />
      {conferences.length > 0 && (
        <FilterSelect
          label="Attended"
          options={attended}
          value={criteria.conference}
          onChange={(conference) => onChange({ ...criteria, conference })}
        />
      )}
    </>
  );
}
