import { Link } from 'react-router-dom';
import type { CampaignSummary } from '#contract/campaigns';
import { campaignStates, problemCounts, campaignMessages as texts } from '../../../text/admin-campaigns.ts';
import { formatShortInHongKong } from '../../../text/dates.ts';
import { formatCount } from '../../../text/format.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { ResourceList } from '../../../ui/resource-list.tsx';
import { campaignPath, RowLink } from '../../../ui/row-link.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { campaignPages } from './campaign-queries.ts';

interface ListProps {
  /** The label of the way back from an email. */
  backLabel: string;
}

/** Emails to many members, the latest first; refreshed while one of them is being sent. */
export function CampaignList({ backLabel }: ListProps) {
  const subject: Column<CampaignSummary> = {
    label: 'Subject',
    cell: ({ id, subject: text }) => (
      <RowLink to={campaignPath(id)} row={id} backLabel={backLabel}>
        {text}
      </RowLink>
    ),
    isHeader: true,
  };
  return (
    <ResourceList
      {...campaignPages}
      words={{
        waiting: texts.loadingCampaigns,
        none: texts.noCampaigns,
        one: '1 email',
        other: '{n} emails',
      }}
      start={
        <Link className="btn" to="/email">
          {texts.writeEmail}
        </Link>
      }
      columns={[subject, ...COLUMNS]}
      rowKey={({ id }) => id}
      isShort
    />
  );
}

const COLUMNS: readonly Column<CampaignSummary>[] = [
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
  const problems = problemCounts(campaign);
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
