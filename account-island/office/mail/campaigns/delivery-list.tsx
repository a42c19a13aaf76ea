import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { DeliveryStatus, getDeliveries } from '#contract/campaigns';
import { reasonText } from '#shared/delivery-reasons';
import { everyItem } from '#shared/paging';
import { request } from '../../../api/client.ts';
import { serverNow } from '../../../api/server-clock.ts';
import {
  deliveryStatuses,
  deliveryStatusMeanings,
  campaignMessages as texts,
} from '../../../text/admin-campaigns.ts';
import type { NoticeMessage } from '../../../text/errors.ts';
import { formatCount, formatSeconds } from '../../../text/format.ts';
import { BreakableAddress } from '../../../ui/breakable-address.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { ResultNotice } from '../../../ui/notice.tsx';
import { ResourceList } from '../../../ui/resource-list.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { currentListFilter, useListFilter } from '../../../ui/use-list-filter.ts';
import { blockedAddressesPath } from './blocked-addresses.tsx';
import { NewEmailButton } from './campaign-actions.tsx';
import { CAMPAIGN_DATA, type Campaign, pollIntervalMs } from './campaign-data.ts';

type Status = z.output<typeof DeliveryStatus>;
type Delivery = z.output<typeof getDeliveries.reply>['data']['items'][number];

const Filter = z.object({
  status: z.optional(DeliveryStatus),
  search: z.string().check(z.maxLength(254)),
});
const noFilter = { status: undefined, search: '' };

/** The outcome of a campaign for each recipient. */
export function DeliveryList({ campaign }: { campaign: Campaign }) {
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
      cell: (delivery) => <DeliveryHistory delivery={delivery} />,
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
        pollInterval={() => pollIntervalMs(campaign, serverNow())}
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

const DELIVERIES_PER_PAGE = 50;
const MAX_DELIVERIES_PER_PAGE = 1000;

/** One page of a campaign's deliveries. */
async function fetchDeliveries(
  id: string,
  filter: { state: Status | undefined; search: string },
  cursor: string | undefined,
) {
  let page: z.output<typeof getDeliveries.reply>['data'] = { items: [], next: cursor };
  // With a status, a page may be empty although it is not the last one.
  do
    page = (await request(getDeliveries, { ...filter, id, limit: DELIVERIES_PER_PAGE, cursor: page.next }))
      .data;
  while (page.items.length === 0 && page.next !== undefined);
  return page;
}

/** The addresses of all deliveries with this status; deleted accounts have none. */
async function findAddresses(id: string, filter: { state: Status; search: string }): Promise<string[]> {
  const deliveries = everyItem(
    async (cursor) =>
      (await request(getDeliveries, { ...filter, id, limit: MAX_DELIVERIES_PER_PAGE, cursor })).data,
  );
  const addresses: string[] = [];
  for await (const { address } of deliveries) if (address !== '') addresses.push(address);
  return addresses;
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

function DeliveryHistory({ delivery: { address, state, history } }: { delivery: Delivery }) {
  const navigate = useNavigate();
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
        <Button
          kind="inline"
          aria-label={`Check if blocked: ${address}`}
          onClick={() => navigate(blockedAddressesPath(address))}
        >
          Check if blocked
        </Button>
      )}
    </div>
  );
}
