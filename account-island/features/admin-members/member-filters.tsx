import { type Ref, useId } from 'react';
import type { MemberListItem } from '#contract/admin-members';
import type { Segment } from '#contract/member-lists';
import {
  criteriaOf,
  isSameFilter,
  type MemberCriteria,
  MemberCriteriaFields,
  noCriteria,
} from '../../components/member-criteria.tsx';
import { FilterSelect } from '../../components/option-select.tsx';
import { SegmentSelect } from '../../components/segment-select.tsx';
import { useSegments } from '../../hooks/use-segments.ts';
import { states, statuses } from '../../text/admin-members.ts';

/** An empty choice filters nothing. */
export interface MemberFilter extends MemberCriteria {
  search: string;
  status: MemberListItem['status'] | '';
  state: MemberListItem['state'] | '';
}

export const noFilter: MemberFilter = { search: '', status: '', state: '', ...noCriteria };

const filterOf = (segment: Segment): MemberFilter => ({
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
  onChange: (filter: MemberFilter) => void;
}

export function MemberFilters({ searchRef, filter, onChange }: Props) {
  const id = useId();
  const { segments } = useSegments();
  return (
    <search className="filters filters--members">
      <div className="field">
        <label htmlFor={id}>Search</label>
        <input
          ref={searchRef}
          className="input"
          id={id}
          type="search"
          maxLength={100}
          placeholder="Name, affiliation, email or ID"
          value={filter.search}
          onChange={({ target }) => onChange({ ...filter, search: target.value })}
        />
      </div>
      <SegmentSelect
        value={segmentOf(filter, segments)?.name ?? ''}
        onChoose={(segment) => onChange(segment ? filterOf(segment) : noFilter)}
      />
      <FilterSelect
        label="Status"
        options={statuses}
        value={filter.status}
        onChange={(status) => onChange({ ...filter, status })}
      />
      <FilterSelect
        label="Account"
        options={states}
        value={filter.state}
        onChange={(state) => onChange({ ...filter, state })}
      />
      <MemberCriteriaFields criteria={filter} onChange={(criteria) => onChange({ ...filter, ...criteria })} />
    </search>
  );
}
