import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getMembers, type MemberListItem } from '#contract/admin-members';
import { request } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState, QueryState } from '../../components/query-state.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { ADMIN_DATA } from '../../hooks/use-member.ts';
import { statuses } from '../../text/admin-members.ts';
import { membersFound, checkInMessages as texts } from '../../text/check-in.ts';

const MIN_LETTERS = 2;

/** Finds a member who has no card at hand. */
export function MemberSearch({ onSelect }: { onSelect: (uid: string) => void }) {
  const [search, setSearch] = useState('');
  const isReady = search.length >= MIN_LETTERS;
  const query = useQuery({
    queryKey: [...ADMIN_DATA, 'check-in', search],
    queryFn: async () => (await request(getMembers, { search })).data,
    enabled: isReady,
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = query;
  const isFound = isReady && data !== undefined && !isPlaceholderData;
  const columns: readonly Column<MemberListItem>[] = [
    {
      label: 'Name',
      cell: ({ uid, firstName, lastName }) => (
        <Button kind="inline" onClick={() => onSelect(uid)}>
          {firstName} {lastName}
        </Button>
      ),
      isHeader: true,
    },
    { label: 'Email', cell: ({ email }) => email },
    { label: 'Status', cell: ({ status }) => statuses[status] },
  ];
  return (
    <>
      <SearchField label={texts.searchLabel} value={search} onSearch={setSearch} />
      <p className="visually-hidden" role="status">
        {isFound && membersFound(data.items.length)}
      </p>
      {isReady ? (
        <QueryState query={query} waiting={texts.loading} failed={texts.loadFailed}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState>{texts.noMembers}</EmptyState>
            ) : (
              <DataTable columns={columns} rows={items} rowKey={({ uid }) => uid} />
            )
          }
        </QueryState>
      ) : (
        <p className="hint">{texts.searchHint}</p>
      )}
    </>
  );
}
