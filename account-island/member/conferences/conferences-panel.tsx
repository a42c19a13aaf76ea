import { useQuery } from '@tanstack/react-query';
import { type AttendedConference, getConferences } from '#contract/conferences';
import { request } from '../../api/client.ts';
import { NO_VALUE } from '../../text/format.ts';
import { conferenceErrors, membershipMessages as texts } from '../../text/membership.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryState } from '../../ui/query-state.tsx';

/** The conferences that the member attended. */
export default function ConferencesPanel() {
  const query = useQuery({ queryKey: ['conferences'], queryFn: () => request(getConferences) });
  return (
    <Panel title="Conference History">
      <QueryState query={query} failed={conferenceErrors}>
        {(conferences) =>
          conferences.length === 0 ? (
            <p className="no-records">
              {texts.noConferences} <a href="/conferences">{texts.ourConferences}</a>
            </p>
          ) : (
            <>
              <p>{texts.attended}</p>
              <DataTable columns={COLUMNS} rows={conferences} rowKey={({ id }) => id} isStacked={false} />
            </>
          )
        }
      </QueryState>
    </Panel>
  );
}

const COLUMNS: readonly Column<AttendedConference>[] = [
  {
    label: 'Conference',
    cell: ({ name, link = '' }) => <ExternalLink address={link}>{name}</ExternalLink>,
    isHeader: true,
  },
  { label: 'Venue', cell: ({ venue }) => venue },
  { label: 'Date', cell: ({ date }) => date.trim() || NO_VALUE },
];
