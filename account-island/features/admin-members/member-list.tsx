import { exportMembers, getMembers, type MemberListItem } from '#contract/desk';
import { request } from '../../api/client.ts';
import { TableHead } from '../../components/data-table.tsx';
import { ResultNotice } from '../../components/notice.tsx';
import { Pager } from '../../components/pager.tsx';
import { EmptyState, QueryState } from '../../components/query-state.tsx';
import { saveFile } from '../../components/save-file.ts';
import { useAction } from '../../hooks/use-action.ts';
import { firstPage, type ListPosition, useCursorPages } from '../../hooks/use-cursor-pages.ts';
import { useDebounced } from '../../hooks/use-timers.ts';
import { categories, states, statuses, deskMessages as texts } from '../../text/admin-members.ts';
import { formatDay } from '../../text/dates.ts';
import { sentenceOf } from '../../text/errors.ts';
import { type Filter, Filters, noFilter } from './member-filters.tsx';

const TYPED_MILLISECONDS = 300;

/** Who is looked for, and which page of them is shown. */
export interface Listing {
  filter: Filter;
  position: ListPosition;
}

export const initialListState: Listing = { filter: noFilter, position: firstPage };

interface Props {
  listing: Listing;
  onChange: (listing: Listing) => void;
  onOpen: (uid: string) => void;
}

/** Members who fit, by the page. */
export function MemberList({ listing, onChange, onOpen }: Props) {
  const { filter, position } = listing;
  // Each look-up is an entry in the log.
  const search = useDebounced(filter.search, TYPED_MILLISECONDS);
  const wanted = { ...filter, search };
  const { query, pager } = useCursorPages({
    queryKey: ['desk', 'members', wanted],
    fetchPage: async (cursor) => (await request(getMembers, { ...wanted, cursor })).data,
    position: [position, (next) => onChange({ filter, position: next })],
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
      <Filters filter={filter} onChange={(next) => onChange({ filter: next, position })} />
      <QueryState query={query} waiting={texts.loadingMembers} failed={texts.loadFailed}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>{texts.nobodyFits}</EmptyState>
          ) : (
            <>
              <MembersTable members={items} onOpen={onOpen} />
              <div className="list-footer">
                <Pager {...pager} one="1 member" other="{n} members" />
                <button
                  className="btn btn--outline btn--small"
                  type="button"
                  onClick={() => download.start()}
                >
                  Export as CSV
                </button>
              </div>
            </>
          )
        }
      </QueryState>
      <ResultNotice notice={download.notice} />
    </>
  );
}

interface TableProps {
  members: readonly MemberListItem[];
  onOpen: (uid: string) => void;
}

const MembersTable = ({ members, onOpen }: TableProps) => (
  <table className="table table--wrap table--stacked">
    <TableHead titles={['Name', 'Email', 'Category', 'Status', 'Valid until']} />
    <tbody>
      {members.map((member) => (
        <tr key={member.uid}>
          <th scope="row" data-label="Name">
            <button className="text-button" type="button" onClick={() => onOpen(member.uid)}>
              {member.firstName} {member.lastName}
              <span className="visually-hidden">, {member.username}</span>
            </button>
          </th>
          <td data-label="Email">{member.email}</td>
          <td data-label="Category">{categories[member.category]}</td>
          <td data-label="Status">
            {statuses[member.status]}
            {member.state === 'disabled' && ` (${states.disabled.toLowerCase()})`}
          </td>
          <td data-label="Valid until">{member.activeUntil === '' ? '–' : formatDay(member.activeUntil)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
