import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeSegments, getSegments, type Segment } from '#contract/member-lists';
import { COUNTRIES } from '#shared/countries';
import { firstOfJanuary, formatLongDate, yearOf } from '#shared/hong-kong';
import type { MemberFilter as Filter } from '#shared/member-filter';
import { request } from '../../api/client.ts';
import { categories, states, statuses, adminMessages as texts, types } from '../../text/admin-members.ts';
import type { NoticeMessage } from '../../text/errors.ts';
import { todayInHongKong } from '../../text/format.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import type { FilterField } from '../../ui/filter-bar.tsx';
import { Menu } from '../../ui/menu.tsx';

/** Every field; an empty one filters nothing. */
export type MemberFilter = { [Name in keyof Filter]-?: Exclude<Filter[Name], undefined> };

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
export const filterOf = ({ filter }: Pick<Segment, 'filter'>): MemberFilter =>
  Object.assign({}, noFilter, filter);

const isSameFilter = (one: MemberFilter, other: MemberFilter): boolean =>
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

const SEGMENTS = ['segments'] as const;

/** The saved filters, and the conferences that members attended; none until they are loaded, and none if that fails. */
export function useSegments() {
  const { data } = useQuery({ queryKey: SEGMENTS, queryFn: async () => (await request(getSegments)).data });
  return { segments: data?.segments ?? [], conferences: data?.conferences ?? [] };
}

/** Takes over the list as saved by the server. */
function useSetSegments(): (segments: Segment[]) => void {
  const client = useQueryClient();
  return (segments) =>
    client.setQueryData(SEGMENTS, (before: object | undefined) => before && { ...before, segments });
}

interface Props {
  filter: MemberFilter;
  onChoose: (filter: MemberFilter) => void;
  /** Called with what came of saving or removing one; absent where segments are only chosen. */
  onNotice?: (notice: NoticeMessage | undefined) => void;
}

/** The filters that administrators saved, to choose, save or remove one. */
export function SegmentsMenu({ filter, onChoose, onNotice }: Props) {
  const { segments } = useSegments();
  const setSegments = useSetSegments();
  /** The segment to remove; without a name, the filter is saved as a new one. */
  const [dialog, setDialog] = useState<Pick<Segment, 'name'>>();
  const isNew = dialog?.name === '';
  const segment = segments.find((each) => isSameFilter(filterOf(each), filter));
  const open = (next: Pick<Segment, 'name'>) => () => {
    onNotice?.(undefined);
    setDialog(next);
  };
  return (
    <>
      <Menu
        label={segment ? `Segment: ${segment.name}` : 'Segments'}
        actions={[
          ...segments.map((each) => ({ label: each.name, onSelect: () => onChoose(filterOf(each)) })),
          onNotice !== undefined &&
            !segment &&
            !isSameFilter(filter, noFilter) && {
              label: `${texts.saveSegment}...`,
              onSelect: open({ name: '' }),
            },
          onNotice !== undefined &&
            segment !== undefined && {
              label: `${texts.removeSegment}...`,
              onSelect: open(segment),
              isDangerous: true,
            },
        ]}
      />
      {dialog && (
        <ActionDialog
          title={isNew ? texts.saveSegment : texts.removeSegment}
          text={isNew ? texts.saveSegmentText : texts.removeSegmentText(dialog.name)}
          fields={isNew ? [{ name: 'name', label: texts.segmentName, hint: texts.segmentHint }] : []}
          reasonHint={false}
          request={{
            schema: changeSegments.request,
            read: (text) =>
              isNew
                ? { action: 'save', name: text('name'), filter }
                : { action: 'remove', name: dialog.name },
          }}
          run={async (change) => {
            setSegments((await request(changeSegments, change)).data.segments);
            return isNew ? texts.segmentSaved(change.name) : texts.segmentRemoved(dialog.name);
          }}
          onEnd={(text) => {
            setDialog(undefined);
            if (text !== undefined) onNotice?.({ tone: 'success', text });
          }}
        />
      )}
    </>
  );
}
