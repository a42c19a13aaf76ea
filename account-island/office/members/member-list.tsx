import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { getMembers, MemberFilter, type MemberListItem } from '#contract/admin-members';
import { formatShortDate } from '#shared/hong-kong';
import { personName } from '#shared/person-name';
import { request } from '../../api/client.ts';
import {
  categories,
  membersTotal,
  states,
  statuses,
  adminMessages as texts,
} from '../../text/admin-members.ts';
import type { NoticeMessage } from '../../text/errors.ts';
import { NO_VALUE } from '../../text/format.ts';
import { BreakableAddress } from '../../ui/breakable-address.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { useOpenItem } from '../../ui/history-entry.ts';
import { ResultNotice } from '../../ui/notice.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { EmptyState, QueryState } from '../../ui/query-state.tsx';
import { memberPath, RowLink } from '../../ui/row-link.tsx';
import { useCursorPages } from '../../ui/use-cursor-pages.ts';
import { useListFilter } from '../../ui/use-list-filter.ts';
import { ADMIN_DATA } from '../../ui/use-member.ts';
import { AddMemberDialog } from './add-member-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { filterOf, MemberFilters, noFilter } from './member-filters.tsx';
import { SegmentActions } from './segment-actions.tsx';
import { type Selection, withMembers, withoutMembers } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';

interface Props {
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** The label of the way back from a member. */
  backLabel: string;
}

export function MemberList({ selection, onSelect, backLabel }: Props) {
  const [written, change] = useListFilter(MemberFilter, noFilter);
  const filter = filterOf({ filter: written });
  const open = useOpenItem(backLabel);
  const [notice, setNotice] = useState<NoticeMessage>();
  const [isExporting, setExporting] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const { query, pager } = useCursorPages({
    queryKey: [...ADMIN_DATA, 'members', filter],
    fetchPage: async (cursor) => (await request(getMembers, { ...filter, cursor })).data,
  });
  const openExport = () => {
    setNotice(undefined);
    setExporting(true);
  };
  const columns: readonly Column<MemberListItem>[] = [
    {
      label: 'Name',
      cell: (member) => (
        <NameCell member={member} selection={selection} onSelect={onSelect} backLabel={backLabel} />
      ),
      isHeader: true,
    },
    ...COLUMNS,
  ];
  return (
    <>
      <MemberFilters searchRef={searchField} filter={filter} onChange={change} />
      <SegmentActions
        filter={filter}
        onNotice={setNotice}
        onClear={() => {
          change(noFilter);
          searchField.current?.focus();
        }}
      />
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
        {({ items, total = items.length }) =>
          items.length === 0 ? (
            <div role="status">
              <EmptyState>{texts.noMembers}</EmptyState>
            </div>
          ) : (
            <>
              <SelectionBar
                filter={filter}
                items={items}
                total={total}
                selection={selection}
                onSelect={onSelect}
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
          onOpen={(uid) => open(memberPath(uid), uid)}
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

const NameCell = ({ member, selection, onSelect, backLabel }: Props & { member: MemberListItem }) => (
  <div className="member-name">
    <input
      type="checkbox"
      aria-label={`Select ${personName(member)}, ${member.username}`}
      checked={selection.has(member.uid)}
      onChange={({ target }) =>
        onSelect(target.checked ? withMembers(selection, [member]) : withoutMembers(selection, [member]))
      }
    />
    <div>
      <RowLink to={memberPath(member.uid)} row={member.uid} backLabel={backLabel}>
        <PersonName person={member} />
        <span className="visually-hidden">, {member.username}</span>
      </RowLink>
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
