import type { Ref } from 'react';
import type { MemberListItem } from '#contract/admin-members';
import type { Segment } from '#contract/member-lists';
import { states, statuses } from '../../text/admin-members.ts';
import { FilterSelect } from '../../ui/option-select.tsx';
import { SearchInput } from '../../ui/search-field.tsx';
import {
  criteriaOf,
  isSameFilter,
  type MemberCriteria,
  MemberCriteriaFields,
  noCriteria,
} from './member-criteria.tsx';
import { SegmentSelect } from './segment-select.tsx';
import { useSegments } from './use-segments.ts';

/** An empty choice filters nothing. */
export interface MemberFilter extends MemberCriteria {
  search: string;
  status: MemberListItem['status'] | '';
  state: MemberListItem['state'] | '';
}

export const noFilter: MemberFilter = { search: '', status: '', state: '', ...noCriteria };

export const filterOf = (segment: Pick<Segment, 'filter'>): MemberFilter => ({
  search: segment.filter.search,
  status: segment.filter.status ?? '',
  state: segment.filter.state ?? '',
  ...criteriaOf(segment),
});

/** The segment with exactly this filter. */
export const segmentOf = (filter: MemberFilter, segments: readonly Segment[]): Segment | undefined =>
  segments.find((segment) => isSameFilter(filterOf(segment), filter));

interface Props {
  searchRef: Ref<HTMLInputElement>;
  filter: MemberFilter;
  onChange: (changes: Partial<MemberFilter>) => void;
}

export function MemberFilters({ searchRef, filter, onChange }: Props) {
  const { segments } = useSegments();
  return (
    <search className="filters filters--members">
      <SearchInput
        ref={searchRef}
        label="Search"
        placeholder="Name, affiliation, email or ID"
        maxLength={100}
        value={filter.search}
        onSearch={(search) => onChange({ search })}
      />
      <SegmentSelect
        value={segmentOf(filter, segments)?.name ?? ''}
        onChoose={(segment) => onChange(segment ? filterOf(segment) : noFilter)}
      />
      <FilterSelect
        label="Status"
        options={statuses}
        value={filter.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        label="Account"
        options={states}
        value={filter.state}
        onChange={(state) => onChange({ state })}
      />
      <MemberCriteriaFields criteria={filter} onChange={onChange} />
    </search>
  );
}
