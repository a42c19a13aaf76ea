import { useState } from 'react';
import { getMembers, type MemberListItem } from '#contract/admin-members';
import { formatLongDate } from '#shared/hong-kong';
import { request } from '../../api/client.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { ResultNotice } from '../../components/notice.tsx';
import { Pager } from '../../components/pager.tsx';
import { EmptyState, QueryState } from '../../components/query-state.tsx';
import { firstPage, type ListPosition, useCursorPages } from '../../hooks/use-cursor-pages.ts';
import { ADMIN_DATA } from '../../hooks/use-member.ts';
import { useDebounced } from '../../hooks/use-timers.ts';
import {
  categories,
  membersTotal,
  states,
  statuses,
  adminMessages as texts,
} from '../../text/admin-members.ts';
import type { NoticeMessage } from '../../text/errors.ts';
import { ExportDialog } from './export-dialog.tsx';
import { type MemberFilter, MemberFilters, noFilter } from './member-filters.tsx';

const TYPING_PAUSE_MS = 300;

/** The list's filter and page, which the panel keeps while a member is open. */
export interface MemberListState {
  filter: MemberFilter;
  position: ListPosition;
}

export const initialListState: MemberListState = { filter: noFilter, position: firstPage };

interface Props {
  state: MemberListState;
  onChange: (state: MemberListState) => void;
  onOpen: (uid: string) => void;
}

export function MemberList({ state: { filter, position }, onChange, onOpen }: Props) {
  const [notice, setNotice] = useState<NoticeMessage>();
  const [isExporting, setExporting] = useState(false);
  // Each search makes an audit entry.
  const search = useDebounced(filter.search, TYPING_PAUSE_MS);
  const wanted = { ...filter, search };
  const { query, pager } = useCursorPages({
    queryKey: [...ADMIN_DATA, 'members', wanted],
    fetchPage: async (cursor) => (await request(getMembers, { ...wanted, cursor })).data,
    position: [position, (next) => onChange({ filter, position: next })],
  });
  const columns: readonly Column<MemberListItem>[] = [
    { label: 'Name', cell: (member) => <NameCell member={member} onOpen={onOpen} />, isHeader: true },
    ...COLUMNS,
  ];
  return (
    <>
      <MemberFilters filter={filter} onChange={(next) => onChange({ filter: next, position })} />
      <QueryState query={query} waiting={texts.loadingMembers} failed={texts.loadFailed}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>{texts.noMembers}</EmptyState>
          ) : (
            <>
              <DataTable columns={columns} rows={items} rowKey={({ uid }) => uid} />
              <div className="list-footer">
                <Pager {...pager} {...membersTotal} />
                <button
                  className="btn btn--outline btn--small"
                  type="button"
                  onClick={() => {
                    setNotice(undefined);
                    setExporting(true);
                  }}
                >
                  Export...
                </button>
              </div>
            </>
          )
        }
      </QueryState>
      <ResultNotice notice={notice} />
      {isExporting && (
        <ExportDialog
          filter={filter}
          onDone={(text) => {
            setExporting(false);
            setNotice({ tone: 'success', text });
          }}
          onCancel={() => setExporting(false)}
        />
      )}
    </>
  );
}

const NameCell = ({ member, onOpen }: { member: MemberListItem } & Pick<Props, 'onOpen'>) => (
  <>
    <button className="text-button" type="button" onClick={() => onOpen(member.uid)}>
      {member.firstName} {member.lastName}
      <span className="visually-hidden">, {member.username}</span>
    </button>
    <p className="hint">{[member.affiliation, member.country].filter(Boolean).join(', ')}</p>
  </>
);

const COLUMNS: readonly Column<MemberListItem>[] = [
  { label: 'Email', cell: ({ email }) => email },
  { label: 'Category', cell: ({ category }) => categories[category] },
  {
    label: 'Status',
    className: 'nowrap',
    cell: ({ status, state }) =>
      state === 'disabled' ? `${statuses[status]} (${states.disabled.toLowerCase()})` : statuses[status],
  },
  {
    label: 'Valid until',
    cell: ({ activeUntil }) => (activeUntil === '' ? '–' : formatLongDate(activeUntil)),
  },
];
