import { useQuery } from '@tanstack/react-query';
import { type ConferenceRecord, getConferences } from '#contract/conferences';
import { request } from '../../api/client.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { ExternalLink } from '../../components/external-link.tsx';
import { Panel } from '../../components/panel.tsx';
import { EmptyState, LoadError, Loading } from '../../components/query-state.tsx';
import { membershipMessages as texts } from '../../text/membership.ts';

/** The conferences that the member attended. */
export default function ConferencesPanel() {
  const conferences = useQuery({ queryKey: ['conferences'], queryFn: () => request(getConferences) });
  return (
    <Panel title="Conference History">
      {conferences.isPending ? (
        <Loading label={texts.loadingConferences} />
      ) : conferences.data === undefined ? (
        <LoadError
          message={texts.conferencesFailed}
          action="Try again"
          busy={conferences.isFetching}
          onAction={() => conferences.refetch()}
        />
      ) : conferences.data.length === 0 ? (
        <EmptyState>{texts.noConferences}</EmptyState>
      ) : (
        <DataTable columns={COLUMNS} rows={conferences.data} rowKey={({ id }) => id} isStacked={false} />
      )}
    </Panel>
  );
}

const COLUMNS: readonly Column<ConferenceRecord>[] = [
  {
    label: 'Conference',
    cell: ({ name, link = '' }) => <ExternalLink address={link}>{name}</ExternalLink>,
    isHeader: true,
  },
  { label: 'Venue', cell: ({ venue }) => venue },
  { label: 'Date', cell: ({ date }) => date.trim() || texts.none },
];
