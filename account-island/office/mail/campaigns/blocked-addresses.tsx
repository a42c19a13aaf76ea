import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { unsuppressAddress } from '#contract/mail-preferences';
import { reasonText } from '#shared/delivery-reasons';
import { request } from '../../../api/client.ts';
import { blockReasons, temporaryBounces, campaignMessages as texts } from '../../../text/admin-campaigns.ts';
import { formatShortInHongKong } from '../../../text/dates.ts';
import { BreakableAddress } from '../../../ui/breakable-address.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Notice, ResultNotice } from '../../../ui/notice.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState, QueryState } from '../../../ui/query-state.tsx';
import { ReasonDialog } from '../../../ui/reason-dialog.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { useItemDialog } from '../../../ui/use-item-dialog.ts';
import { listFilterFragment, useListFilter } from '../../../ui/use-list-filter.ts';
import { type BlockedAddress, CAMPAIGN_DATA, useBlockedAddresses } from './campaign-queries.ts';

const Filter = z.object({ search: z.string().check(z.maxLength(254)) });
const noFilter = { search: '' };

/** The path, relative to the Outbox, of the blocked addresses with this search. */
export const blockedAddressesPath = (search: string): string =>
  `?blocked#${listFilterFragment({ search }, noFilter)}`;

/** Addresses that get no announcements, with a button to unblock each. */
export function BlockedAddresses() {
  const [{ search }, change] = useListFilter(Filter, noFilter);
  const { item: selected, notice, open, close, done } = useItemDialog<BlockedAddress>();
  const { query, pager } = useBlockedAddresses(search);
  return (
    <>
      <p>{texts.blockedHint}</p>
      <SearchField label="Address starts with" value={search} onSearch={(text) => change({ search: text })} />
      <ResultNotice notice={notice} />
      <QueryState query={query} waiting={texts.loadingBlocked} failed={texts.loadFailed}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>{search === '' ? texts.noneBlocked : texts.noBlockedMatch}</EmptyState>
          ) : (
            <DataTable
              columns={COLUMNS}
              rows={items}
              rowKey={({ address }) => address}
              actions={(blocked) => (
                <Button kind="inline" aria-label={`Unblock ${blocked.address}`} onClick={() => open(blocked)}>
                  Unblock
                </Button>
              )}
            />
          )
        }
      </QueryState>
      <Pager {...pager} one="1 address" other="{n} addresses" />
      {selected && <UnblockDialog blocked={selected} onDone={done} onCancel={close} />}
    </>
  );
}

const COLUMNS: readonly Column<BlockedAddress>[] = [
  { label: 'Address', cell: ({ address }) => <BreakableAddress email={address} />, isHeader: true },
  {
    label: 'Reason',
    cell: (blocked) => (
      <div>
        {reasonOf(blocked)}
        {blocked.detail && <p className="hint">{reasonText(blocked.detail)}</p>}
      </div>
    ),
  },
  {
    label: 'Blocked since (Hong Kong time)',
    cell: ({ suppressedAt: blockedAt }) => (
      <time dateTime={blockedAt}>{formatShortInHongKong(blockedAt)}</time>
    ),
  },
];

const reasonOf = ({ reason, softBounces }: BlockedAddress): string =>
  softBounces === undefined ? blockReasons[reason] : temporaryBounces(softBounces);

interface DialogProps {
  blocked: BlockedAddress;
  onDone: (sentence: string) => void;
  onCancel: () => void;
}

function UnblockDialog({ blocked, onDone, onCancel }: DialogProps) {
  const client = useQueryClient();
  const isSpam = blocked.reason === 'complained';
  return (
    <ReasonDialog
      title={texts.unblockTitle}
      text={`${blocked.address} · ${reasonOf(blocked)}`}
      action="Unblock"
      busyLabel="Unblocking..."
      hint={texts.unblockReasonHint}
      fields={() => (
        <Notice tone={isSpam ? 'warning' : undefined}>
          {isSpam ? texts.unblockSpam : texts.unblockBounce}
        </Notice>
      )}
      run={async (text) => {
        const { msg } = await request(unsuppressAddress, {
          address: blocked.address,
          reason: text('reason'),
        });
        await client.invalidateQueries({ queryKey: CAMPAIGN_DATA });
        return msg;
      }}
      onDone={onDone}
      onCancel={onCancel}
    />
  );
}
