import { useQuery } from '@tanstack/react-query';
import { type ConferenceRecord, getConferences } from '#contract/conferences';
import { call } from '../../api/call.ts';
import { membershipMessages as texts } from '../../text/membership-messages.ts';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { OutsideLink } from '../outside-link.tsx';

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
