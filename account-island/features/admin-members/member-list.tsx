import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { getMembers, type MemberListItem } from '#contract/admin-members';
import { formatShortDate } from '#shared/hong-kong';
import { request } from '../../api/client.ts';
import { BreakableAddress } from '../../components/breakable-address.tsx';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { NoMatches } from '../../components/no-matches.tsx';
import { ResultNotice } from '../../components/notice.tsx';
import { Pager } from '../../components/pager.tsx';
import { QueryState } from '../../components/query-state.tsx';
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
import { NO_VALUE } from '../../text/format.ts';
import { AddMemberDialog } from './add-member-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { type MemberFilter, MemberFilters, noFilter } from './member-filters.tsx';
import { SegmentActions } from './segment-actions.tsx';
import { noSelection, type Selection, withMembers, withoutMembers } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';

const TYPING_PAUSE_MS = 300;
/** What the reply says unless the association is too large to be searched whole. */
const ALL_SEARCHED = 'OK';

/** The list's filter, page and selection, which the panel keeps while a member is open. */
export interface MemberListState {
  filter: MemberFilter;
  position: ListPosition;
  selection: Selection;
}

export const initialListState: MemberListState = {
  filter: noFilter,
  position: firstPage,
  selection: noSelection,
};

interface Props {
  state: MemberListState;
  onChange: (state: MemberListState) => void;
  onOpen: (uid: string) => void;
}

export function MemberList({ state, onChange, onOpen }: Props) {
  const { filter, position, selection } = state;
  const select = (next: Selection) => onChange({ ...state, selection: next });
  const [notice, setNotice] = useState<NoticeMessage>();
  const [isExporting, setExporting] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  // Each search makes an audit entry.
  const search = useDebounced(filter.search, TYPING_PAUSE_MS);
  const wanted = { ...filter, search };
  const { query, pager } = useCursorPages({
    queryKey: [...ADMIN_DATA, 'members', wanted],
    fetchPage: async (cursor) => {
      const { msg, data } = await request(getMembers, { ...wanted, cursor });
      return { ...data, searched: msg };
    },
    position: [position, (next) => onChange({ ...state, position: next })],
  });
  const openExport = () => {
    setNotice(undefined);
    setExporting(true);
  };
  const columns: readonly Column<MemberListItem>[] = [
    {
      label: 'Name',
      cell: (member) => <NameCell member={member} selection={selection} onSelect={select} onOpen={onOpen} />,
      isHeader: true,
    },
    ...COLUMNS,
  ];
  return (
    <>
      <MemberFilters
        searchRef={searchField}
        filter={filter}
        onChange={(next) => onChange({ ...state, filter: next })}
      />
      <SegmentActions filter={filter} onNotice={setNotice} />
      <div className="list-actions">
        <Button
          kind="outline"
          isSmall
          onClick={() => {
            setNotice(undefined);
            setAdding(true);
          }}
        >
          {texts.addMember}...
        </Button>
        {selection.size === 0 && (
          <Button kind="outline" isSmall onClick={openExport}>
            Export...
          </Button>
        )}
      </div>
      <ResultNotice notice={notice} />
      <QueryState query={query} waiting={texts.loadingMembers} failed={texts.loadFailed}>
        {({ items, next, searched, total = items.length }) =>
          items.length === 0 && next === undefined ? (
            <NoMatches
              onClear={() => {
                onChange({ ...state, filter: noFilter });
                searchField.current?.focus();
              }}
            >
              {searched === ALL_SEARCHED ? texts.noMembers : `${texts.noMembers}. ${searched}`}
            </NoMatches>
          ) : (
            <>
              {searched !== ALL_SEARCHED && <p className="hint">{searched}</p>}
              <SelectionBar
                filter={wanted}
                items={items}
                total={total}
                selection={selection}
                onSelect={select}
                onNotice={setNotice}
                onExport={openExport}
              />
              <DataTable columns={columns} rows={items} rowKey={({ uid }) => uid} />
              <Pager {...pager} {...membersTotal} />
            </>
          )
        }
      </QueryState>
      {isAdding && (
        <AddMemberDialog
          onDone={(text) => {
            setAdding(false);
            setNotice({ tone: 'success', text });
            client.invalidateQueries({ queryKey: ADMIN_DATA });
          }}
          onOpen={onOpen}
          onCancel={() => setAdding(false)}
        />
      )}
      {isExporting && (
        <ExportDialog
          filter={filter}
          selected={[...selection.keys()]}
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

interface NameProps extends Pick<Props, 'onOpen'> {
  member: MemberListItem;
  selection: Selection;
  onSelect: (selection: Selection) => void;
}

const NameCell = ({ member, selection, onSelect, onOpen }: NameProps) => (
  <div className="member-name">
    <input
      type="checkbox"
      aria-label={`Select ${member.firstName} ${member.lastName}, ${member.username}`}
      checked={selection.has(member.uid)}
      onChange={({ target }) =>
        onSelect(target.checked ? withMembers(selection, [member]) : withoutMembers(selection, [member]))
      }
    />
    <div>
      <Button kind="inline" onClick={() => onOpen(member.uid)}>
        {member.firstName} {member.lastName}
        <span className="visually-hidden">, {member.username}</span>
      </Button>
      <p className="hint">{[member.affiliation, member.country].filter(Boolean).join(', ')}</p>
    </div>
  </div>
);

const COLUMNS: readonly Column<MemberListItem>[] = [
  {
    label: 'Email',
    className: 'email',
    isSorted: true,
    cell: ({ email }) => <BreakableAddress email={email} />,
  },
  { label: 'Category', className: 'words', cell: ({ category }) => categories[category] },
  {
    label: 'Status',
    className: 'nowrap',
    cell: ({ status, state }) =>
      state === 'disabled' ? `${statuses[status]} (${states.disabled.toLowerCase()})` : statuses[status],
  },
  {
    label: 'Valid until',
    className: 'nowrap',
    cell: ({ activeUntil }) => (activeUntil === '' ? NO_VALUE : formatShortDate(activeUntil)),
  },
];
