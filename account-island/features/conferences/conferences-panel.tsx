import { useQuery } from '@tanstack/react-query';
import { type ConferenceRecord, getConferences } from '#contract/conferences';
import { request } from '../../api/client.ts';
import { TableHead } from '../../components/data-table.tsx';
import { ExternalLink } from '../../components/external-link.tsx';
import { LoadError, Loading } from '../../components/loading.tsx';
import { Panel } from '../../components/panel.tsx';
import { EmptyState } from '../../components/query-state.tsx';
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
        <ConferencesTable records={conferences.data} />
      )}
    </Panel>
  );
}

const ConferencesTable = ({ records }: { records: readonly ConferenceRecord[] }) => (
  <table className="table table--wrap">
    <TableHead titles={['Conference', 'Venue', 'Date']} />
    <tbody>
      {records.map(({ id, name, link = '', venue, date }) => (
        <tr key={id}>
          <th scope="row">
            <ExternalLink address={link}>{name}</ExternalLink>
          </th>
          <td>{venue}</td>
          <td>{date.trim() || texts.none}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
