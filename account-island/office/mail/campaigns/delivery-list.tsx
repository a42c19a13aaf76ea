import { useId, useState } from 'react';
import * as z from 'zod/mini';
import { DeliveryStatus } from '#contract/campaigns';
import { reasonText } from '#shared/delivery-reasons';
import {
  deliveryStatuses,
  deliveryStatusMeanings,
  campaignMessages as texts,
} from '../../../text/admin-campaigns.ts';
import { formatSeconds } from '../../../text/dates.ts';
import type { NoticeMessage } from '../../../text/errors.ts';
import { formatCount } from '../../../text/format.ts';
import { BreakableAddress } from '../../../ui/breakable-address.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { ResultNotice } from '../../../ui/notice.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState, QueryState } from '../../../ui/query-state.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { useListFilter } from '../../../ui/use-list-filter.ts';
import { NewEmailButton } from './campaign-actions.tsx';
import {
  type Campaign,
  type Delivery,
  findAddresses,
  type Status,
  useDeliveries,
} from './campaign-queries.ts';

interface Props {
  campaign: Campaign;
  /** Milliseconds until the list is refreshed; false for never. */
  pollIntervalMs: number | false;
  onBlocked: (address: string) => void;
}

const Filter = z.object({
  status: z.optional(DeliveryStatus),
  search: z.string().check(z.maxLength(254)),
});
const noFilter = { status: undefined, search: '' };

/** The outcome of a campaign for each recipient. */
export function DeliveryList({ campaign, pollIntervalMs, onBlocked }: Props) {
  const id = useId();
  const [{ status, search }, change] = useListFilter(Filter, noFilter);
  const [notice, setNotice] = useState<NoticeMessage>();
  const { query, pager } = useDeliveries(campaign.id, { state: status, search }, pollIntervalMs);
  const columns: readonly Column<Delivery>[] = [
    {
      label: 'Address',
      cell: ({ address }) => (address ? <BreakableAddress email={address} /> : texts.deletedAccount),
      isHeader: true,
    },
    {
      label: 'Status',
      cell: ({ state }) => <StatusDot state={state}>{deliveryStatuses[state]}</StatusDot>,
    },
    {
      label: 'History (Hong Kong time)',
      cell: (delivery) => <DeliveryHistory delivery={delivery} onBlocked={onBlocked} />,
    },
  ];
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>Recipients</h3>
      <DeliveryStatusFilter
        campaign={campaign}
        status={status}
        onChange={(next) => change({ status: next })}
      />
      <p className="hint" role="status">
        {status && deliveryStatusMeanings[status]}
      </p>
      {status && (
        <div className="panel__actions">
          <NewEmailButton
            id={campaign.id}
            label={texts.newEmail}
            findRecipients={() => findAddresses(campaign.id, { state: status, search })}
            onNotice={setNotice}
          />
        </div>
      )}
      <ResultNotice notice={notice} />
      <SearchField label="Address starts with" value={search} onSearch={(text) => change({ search: text })} />
      <QueryState query={query} waiting={texts.loadingDeliveries} failed={texts.loadFailed}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>
              {status === undefined && search === '' ? texts.recipientsDeleted : texts.noDeliveries}
            </EmptyState>
          ) : (
            <DataTable
              className="deliveries"
              columns={columns}
              rows={items}
              rowKey={({ address }, index) => address || `deleted ${pager.skipped + index}`}
            />
          )
        }
      </QueryState>
      <Pager {...pager} one="1 recipient" other="{n} recipients" />
    </section>
  );
}

interface FilterProps {
  campaign: Pick<Campaign, 'counts' | 'total'>;
  status: Status | undefined;
  onChange: (status: Status | undefined) => void;
}

/** The counts, each a button that filters by it; those of 0 are left out. */
function DeliveryStatusFilter({ campaign: { counts, total }, status, onChange }: FilterProps) {
  const choices = [
    { name: undefined, label: 'All', count: total },
    ...DeliveryStatus.options
      .filter((name) => counts[name] > 0 || name === status)
      .map((name) => ({ name, label: deliveryStatuses[name], count: counts[name] })),
  ];
  return (
    <fieldset className="filter-buttons" aria-label="Filter by status">
      {choices.map(({ name, label, count }) => (
        <Button
          key={label}
          kind="outline"
          isSmall
          aria-pressed={name === status}
          onClick={() => onChange(name)}
        >
          {label} <span className="tabular">{formatCount(count)}</span>
        </Button>
      ))}
    </fieldset>
  );
}

interface HistoryProps {
  delivery: Delivery;
  onBlocked: (address: string) => void;
}

function DeliveryHistory({ delivery: { address, state, history }, onBlocked }: HistoryProps) {
  const detail = history.at(-1)?.detail;
  const isBounceOrSpam = state === 'bounced' || state === 'complained' || detail === 'suppressed';
  return (
    <div>
      {history.length > 0 && (
        <ol className="deliveries__history">
          {history.map(({ what, at }) => (
            <li key={`${what} ${at}`}>
              {deliveryStatuses[what]} <time dateTime={at}>{formatSeconds(at)}</time>
            </li>
          ))}
        </ol>
      )}
      {detail && <p className="hint">{reasonText(detail)}</p>}
      {address !== '' && isBounceOrSpam && (
        <Button kind="inline" aria-label={`Check if blocked: ${address}`} onClick={() => onBlocked(address)}>
          Check if blocked
        </Button>
      )}
    </div>
  );
}
