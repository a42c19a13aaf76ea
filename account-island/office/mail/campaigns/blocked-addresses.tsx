import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { getSuppressions, unsuppressAddress } from '#contract/mail-preferences';
import { reasonText } from '#shared/delivery-reasons';
import { request } from '../../../api/client.ts';
import { blockReasons, campaignMessages as texts } from '../../../text/admin-campaigns.ts';
import { formatShortInHongKong } from '../../../text/format.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { BreakableAddress } from '../../../ui/breakable-address.tsx';
import { type Column, RowActions } from '../../../ui/data-table.tsx';
import { Notice, ResultNotice } from '../../../ui/notice.tsx';
import { ResourceList } from '../../../ui/resource-list.tsx';
import { useItemDialog } from '../../../ui/use-item-dialog.ts';
import { listFilterFragment, useListFilter } from '../../../ui/use-list-filter.ts';
import { CAMPAIGN_DATA } from './campaign-data.ts';

type BlockedAddress = z.output<typeof getSuppressions.reply>['data']['items'][number];

const Filter = z.object({ search: z.string().check(z.maxLength(254)) });
const noFilter = { search: '' };

/** The path, relative to the Outbox, of the blocked addresses with this search. */
export const blockedAddressesPath = (search: string): string =>
  `?blocked#${listFilterFragment({ search }, noFilter)}`;

/** Addresses that get no announcements, with a button to unblock each. */
export function BlockedAddresses() {
  const [filter, change] = useListFilter(Filter, noFilter);
  const { item: selected, notice, open, end } = useItemDialog<BlockedAddress>();
  const client = useQueryClient();
  const isSpam = selected?.reason === 'complained';
  return (
    <>
      <p>{texts.blockedHint}</p>
      <ResourceList
        queryKey={[...CAMPAIGN_DATA, 'blocked', filter.search]}
        fetchPage={async (cursor) => (await request(getSuppressions, { ...filter, cursor })).data}
        words={{
          none: filter.search === '' ? texts.noneBlocked : texts.noBlockedMatch,
          one: '1 address',
          other: '{n} addresses',
        }}
        filters={{
          fields: [{ name: 'search', label: texts.addressSearch }],
          filter,
          none: noFilter,
          onChange: change,
        }}
        columns={COLUMNS}
        rowKey={({ address }) => address}
        actions={(blocked) => (
          <RowActions about={blocked.address} actions={[['Unblock', () => open(blocked)]]} />
        )}
      >
        <ResultNotice notice={notice} />
      </ResourceList>
      {selected && (
        <ActionDialog
          title={texts.unblockTitle}
          text={`${selected.address} · ${reasonOf(selected)}`}
          label="Unblock"
          busyLabel="Unblocking..."
          reasonHint={texts.unblockReasonHint}
          request={{ schema: unsuppressAddress.request, read: () => ({ address: selected.address }) }}
          run={async (input) => {
            const { msg } = await request(unsuppressAddress, input);
            await client.invalidateQueries({ queryKey: CAMPAIGN_DATA });
            return msg;
          }}
          onEnd={end}
        >
          {() => (
            <Notice tone={isSpam ? 'warning' : undefined}>
              {isSpam ? texts.unblockSpam : texts.unblockBounce}
            </Notice>
          )}
        </ActionDialog>
      )}
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
  softBounces === undefined ? blockReasons[reason] : texts.temporaryBounces(softBounces);
