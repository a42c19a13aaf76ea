import { useQuery } from '@tanstack/react-query';
import { type ConferenceRecord, getConferences } from '#contract/conferences';
import { call } from '../../api/client.ts';
import { TableHead } from '../../components/data-table.tsx';
import { OutsideLink } from '../../components/external-link.tsx';
import { Failed, Waiting } from '../../components/loading.tsx';
import { Panel } from '../../components/panel.tsx';
import { Empty } from '../../components/query-state.tsx';
import { membershipMessages as texts } from '../../text/membership.ts';

/** Where the member was: account area, sections 2, 8 and 9. */
export default function ConferencesPanel() {
  const conferences = useQuery({ queryKey: ['conferences'], queryFn: () => call(getConferences) });
  return (
    <Panel title="Conference History">
      {conferences.isPending ? (
        <Waiting label={texts.loadingConferences} />
      ) : conferences.data === undefined ? (
        <Failed
          message={texts.conferencesFailed}
          action="Try again"
          busy={conferences.isFetching}
          onAction={() => conferences.refetch()}
        />
      ) : conferences.data.length === 0 ? (
        <Empty>{texts.noConferences}</Empty>
      ) : (
        <ConferencesTable records={conferences.data} />
      )}
    </Panel>
  );
}

const ConferencesTable = ({ records }: { records: readonly ConferenceRecord[] }) => (
  <table className="tbl tbl--texts">
    <TableHead titles={['Conference', 'Venue', 'Date']} />
    <tbody>
      {records.map(({ id, name, link = '', venue, date }) => (
        <tr key={id}>
          <th scope="row">
            <OutsideLink address={link}>{name}</OutsideLink>
          </th>
          <td>{venue}</td>
          <td>{date.trim() || texts.none}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
