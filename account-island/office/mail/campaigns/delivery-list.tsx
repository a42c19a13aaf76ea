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
import type { Column } from '../../../ui/data-table.tsx';
import { ResultNotice } from '../../../ui/notice.tsx';
import { ResourceList } from '../../../ui/resource-list.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { currentListFilter, useListFilter } from '../../../ui/use-list-filter.ts';
import { NewEmailButton } from './campaign-actions.tsx';
import {
  CAMPAIGN_DATA,
  type Campaign,
  type Delivery,
  fetchDeliveries,
  findAddresses,
  type Status,
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
  const heading = useId();
  const { id } = campaign;
  const [{ status, search }, change] = useListFilter(Filter, noFilter);
  const [notice, setNotice] = useState<NoticeMessage>();
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
    <section aria-labelledby={heading}>
      <h3 id={heading}>Recipients</h3>
      <DeliveryStatusFilter
        campaign={campaign}
        status={status}
        onChange={(next) => change({ status: next })}
      />
      <p className="hint" role="status">
        {status && deliveryStatusMeanings[status]}
      </p>
      <ResourceList
        queryKey={[...CAMPAIGN_DATA, 'deliveries', id, status, search]}
        fetchPage={(cursor) => fetchDeliveries(id, { state: status, search }, cursor)}
        pollInterval={() => pollIntervalMs}
        words={{
          none: status === undefined && search === '' ? texts.recipientsDeleted : texts.noDeliveries,
          one: '1 recipient',
          other: '{n} recipients',
        }}
        filters={{
          fields: [{ name: 'search', label: texts.addressSearch }],
          filter: { search },
          none: { search: '' },
          onChange: change,
          actions: status && (
            <NewEmailButton
              id={id}
              label={texts.newEmail}
              findRecipients={() => {
                const filter = currentListFilter(Filter, noFilter);
                return findAddresses(id, { state: status, search: filter.search });
              }}
              onNotice={setNotice}
            />
          ),
        }}
        columns={columns}
        rowKey={({ address }, index) => address || `deleted ${index}`}
      >
        <ResultNotice notice={notice} />
      </ResourceList>
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
    <fieldset className="cluster" aria-label="Filter by status">
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
        <ol className="hint cluster">
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
