import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { exportMembers, getMembers } from '#contract/desk';
import { request } from '../../api/client.ts';
import { TableHead } from '../../components/data-table.tsx';
import { ResultNotice } from '../../components/notice.tsx';
import { EmptyState, QueryState } from '../../components/query-state.tsx';
import { saveFile } from '../../components/save-file.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useDebounced } from '../../hooks/use-timers.ts';
import { categories, states, statuses, deskMessages as texts } from '../../text/admin-members.ts';
import { formatDay } from '../../text/dates.ts';
import { sentenceOf } from '../../text/errors.ts';
import { type Filter, Filters, noFilter } from './member-filters.tsx';

const PAGE = 20;

const SETTLED_MILLISECONDS = 300;

/** Who is looked for, and which page of them is shown. */
export interface Listing {
  filter: Filter;
  page: number;
}

export const initialListState: Listing = { filter: noFilter, page: 1 };

interface Props {
  listing: Listing;
  onChange: (listing: Listing) => void;
  onOpen: (uid: string) => void;
}

/** Members who fit, by the page. */
export function MemberList({ listing, onChange, onOpen }: Props) {
  const { filter, page } = listing;
  // Each look-up is an entry in the log.
  const search = useDebounced(filter.search, SETTLED_MILLISECONDS);
  const query = { ...filter, search, page, limit: PAGE };
  const members = useQuery({
    queryKey: ['desk', 'members', query],
    queryFn: () => request(getMembers, query),
    placeholderData: keepPreviousData,
  });
  const download = useAction(
    async () => {
      const { data } = await request(exportMembers, filter);
      saveFile(data.fileName, `\ufeff${data.csv}`, 'text/csv');
    },
    { failed: (error) => sentenceOf(error, texts.notDone) },
  );

  return (
    <>
      <Filters filter={filter} onChange={(next) => onChange({ filter: next, page: 1 })} />
      <QueryState query={members} waiting={texts.loadingMembers} failed={texts.loadFailed}>
        {({ data }) => (
          <Found
            {...data}
            onPage={(next) => onChange({ filter, page: next })}
            onOpen={onOpen}
            onExport={() => download.start()}
          />
        )}
      </QueryState>
      <ResultNotice notice={download.notice} />
    </>
  );
}

type Found = Awaited<ReturnType<typeof request<typeof getMembers.request, typeof getMembers.reply>>>['data'];

function Found({
  items,
  pagination: { total, page },
  onPage,
  onOpen,
  onExport,
}: Found & {
  onPage: (page: number) => void;
  onOpen: (uid: string) => void;
  onExport: () => void;
}) {
  const pages = Math.max(1, Math.ceil(total / PAGE));
  if (total === 0) return <EmptyState>{texts.nobodyFits}</EmptyState>;
  return (
    <>
      <table className="tbl tbl--texts tbl--fold">
        <TableHead titles={['Name', 'Email', 'Category', 'Status', 'Valid until']} />
        <tbody>
          {items.map((member) => (
            <tr key={member.uid}>
              <th scope="row" data-l="Name">
                <button className="link" type="button" onClick={() => onOpen(member.uid)}>
                  {member.firstName} {member.lastName}
                  <span className="vh">, {member.username}</span>
                </button>
              </th>
              <td data-l="Email">{member.email}</td>
              <td data-l="Category">{categories[member.category]}</td>
              <td data-l="Status">
                {statuses[member.status]}
                {member.state === 'disabled' && ` (${states.disabled.toLowerCase()})`}
              </td>
              <td data-l="Valid until">{member.activeUntil === '' ? '–' : formatDay(member.activeUntil)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="desk__foot">
        <p className="hint" role="status">
          {total} {total === 1 ? 'member' : 'members'}, page {page} of {pages}
        </p>
        <div className="panel__acts">
          <button
            className="btn btn--line btn--sm"
            type="button"
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            Previous
          </button>
          <button
            className="btn btn--line btn--sm"
            type="button"
            disabled={page >= pages}
            onClick={() => onPage(page + 1)}
          >
            Next
          </button>
          <button className="btn btn--line btn--sm" type="button" onClick={onExport}>
            Export as CSV
          </button>
        </div>
      </div>
    </>
  );
}
