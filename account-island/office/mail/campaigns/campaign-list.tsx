import type { CampaignSummary } from '#contract/campaigns';
import {
  campaignStates,
  problemCounts,
  staleText,
  campaignMessages as texts,
} from '../../../text/admin-campaigns.ts';
import { formatSeconds, formatShortInHongKong } from '../../../text/dates.ts';
import { formatCount } from '../../../text/format.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState, QueryState } from '../../../ui/query-state.tsx';
import { campaignPath, RowLink } from '../../../ui/row-link.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { useCampaigns } from './campaign-queries.ts';

interface ListProps {
  /** The label of the way back from an email. */
  backLabel: string;
}

/** Emails to many members, the latest first; refreshed while one of them is being sent. */
export function CampaignList({ backLabel }: ListProps) {
  const { query, pager } = useCampaigns();
  const columns: readonly Column<CampaignSummary>[] = [
    {
      label: 'Subject',
      cell: ({ id, subject }) => (
        <RowLink to={campaignPath(id)} row={id} backLabel={backLabel}>
          {subject}
        </RowLink>
      ),
      isHeader: true,
    },
    ...COLUMNS,
  ];
  return (
    <>
      <QueryState query={query} waiting={texts.loadingCampaigns} failed={texts.loadFailed}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>{texts.noCampaigns}</EmptyState>
          ) : (
            <>
              <StaleNotice query={query} />
              <DataTable className="campaigns" columns={columns} rows={items} rowKey={({ id }) => id} />
            </>
          )
        }
      </QueryState>
      <Pager {...pager} one="1 email" other="{n} emails" />
    </>
  );
}

const COLUMNS: readonly Column<CampaignSummary>[] = [
  {
    label: 'Status',
    cell: ({ state }) => <StatusDot state={state}>{campaignStates[state]}</StatusDot>,
  },
  { label: 'Recipients', cell: (campaign) => <Recipients campaign={campaign} /> },
  {
    label: 'Send time (Hong Kong time)',
    cell: ({ dueAt }) => <time dateTime={dueAt}>{formatShortInHongKong(dueAt)}</time>,
  },
  { label: 'Created by', cell: ({ senderName }) => senderName },
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

interface StaleProps {
  query: { error: unknown; dataUpdatedAt: number };
}

/** Shown above figures that could not be refreshed; the next attempt is automatic. */
export const StaleNotice = ({ query: { error, dataUpdatedAt } }: StaleProps) =>
  error !== null && (
    <Notice tone="warning" role="status">
      {staleText(formatSeconds(new Date(dataUpdatedAt).toISOString()))}
    </Notice>
  );
