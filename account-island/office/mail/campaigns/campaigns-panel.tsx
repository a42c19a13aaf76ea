import { Link, useSearchParams } from 'react-router-dom';
import { type CampaignSummary, getCampaigns } from '#contract/campaigns';
import { request } from '../../../api/client.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { campaignStates, campaignMessages as texts } from '../../../text/admin-campaigns.ts';
import { formatCount, formatShortInHongKong } from '../../../text/format.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { useWayBack } from '../../../ui/history-entry.ts';
import { Panel } from '../../../ui/panel.tsx';
import { ResourceList } from '../../../ui/resource-list.tsx';
import { campaignPath, RowLink } from '../../../ui/row-link.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { BlockedAddresses } from './blocked-addresses.tsx';
import { CAMPAIGN_DATA, pollIntervalMs } from './campaign-data.ts';
import { CampaignDetails } from './campaign-details.tsx';

const VIEWS = {
  campaigns: ['Emails', { search: '' }],
  blocked: ['Blocked addresses', { search: '?blocked' }],
} as const;
const ALL_EMAILS = 'All emails';

/**
 * Emails to many members, and blocked addresses. The open item is part of the address, so that Back leads to the list;
 * emails to administrators link to `?mail=`.
 */
export default function CampaignsPanel() {
  const [parameters, setParameters] = useSearchParams();
  const back = useWayBack() ?? { label: ALL_EMAILS, go: () => setParameters({}) };
  const id = parameters.get('mail');
  const view = parameters.has('blocked') ? 'blocked' : 'campaigns';
  return (
    <Panel title="Outbox">
      {id === null && <Tabs label="Outbox" views={VIEWS} shown={view} />}
      {id !== null ? (
        <CampaignDetails key={id} id={id} back={back} />
      ) : view === 'blocked' ? (
        <BlockedAddresses />
      ) : (
        <CampaignList />
      )}
    </Panel>
  );
}

/** Emails to many members, the latest first; refreshed while one of them is being sent. */
const CampaignList = () => (
  <ResourceList
    queryKey={[...CAMPAIGN_DATA, 'list']}
    fetchPage={async (cursor) => (await request(getCampaigns, { cursor })).data}
    pollInterval={(page) => {
      const intervals = page?.items.flatMap((campaign) => pollIntervalMs(campaign, serverNow()) || []) ?? [];
      return intervals.length > 0 && Math.min(...intervals);
    }}
    words={{ none: texts.noCampaigns, one: '1 email', other: '{n} emails' }}
    start={
      <Link className="btn" to="/email">
        {texts.writeEmail}
      </Link>
    }
    columns={COLUMNS}
    rowKey={({ id }) => id}
  />
);

const COLUMNS: readonly Column<CampaignSummary>[] = [
  {
    label: 'Subject',
    cell: ({ id, subject }) => (
      <RowLink to={campaignPath(id)} row={id} backLabel={ALL_EMAILS}>
        {subject}
      </RowLink>
    ),
    isHeader: true,
  },
  { label: 'Status', cell: ({ state }) => <StatusDot state={state}>{campaignStates[state]}</StatusDot> },
  { label: 'Recipients', className: 'named', cell: (campaign) => <Recipients campaign={campaign} /> },
  {
    label: 'Send time (Hong Kong time)',
    cell: ({ dueAt }) => <time dateTime={dueAt}>{formatShortInHongKong(dueAt)}</time>,
  },
  { label: 'Created by', className: 'wide', cell: ({ senderName }) => senderName },
];

function Recipients({ campaign }: { campaign: CampaignSummary }) {
  const { state, finished: processed, total } = campaign;
  const isMoving = state === 'sending' || state === 'paused';
  const problems = texts.problemCounts(campaign);
  return (
    <div>
      {isMoving ? (
        <label className="campaigns__progress">
          {formatCount(processed)} of {formatCount(total)}
          <progress value={processed} max={total} />
        </label>
      ) : (
        formatCount(total)
      )}
      {problems && <p className="hint">{problems}</p>}
    </div>
  );
}
