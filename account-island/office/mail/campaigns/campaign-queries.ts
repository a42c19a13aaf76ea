import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import {
  type CampaignSummary,
  type DeliveryStatus,
  getCampaign,
  getCampaignMessage,
  getCampaigns,
  getDeliveries,
} from '#contract/campaigns';
import { everyItem } from '#shared/paging';
import { request } from '../../../api/client.ts';
import { serverNow } from '../../../api/server-clock.ts';

export type Campaign = z.output<typeof getCampaign.reply>['data'];
export type Status = z.output<typeof DeliveryStatus>;
export type Delivery = z.output<typeof getDeliveries.reply>['data']['items'][number];

/** The beginning of the key of every query on this page: after an action, all are read again. */
export const CAMPAIGN_DATA = ['campaigns'] as const;
const DELIVERIES_PER_PAGE = 50;
const MAX_DELIVERIES_PER_PAGE = 1000;

/** The latest campaigns, for a list. */
export const campaignPages = {
  queryKey: [...CAMPAIGN_DATA, 'list'],
  fetchPage: async (cursor?: string) => (await request(getCampaigns, { cursor })).data,
  pollInterval: (page?: { items: readonly CampaignSummary[] }) => {
    const intervals = page?.items.flatMap((campaign) => pollIntervalMs(campaign, serverNow()) || []) ?? [];
    return intervals.length > 0 && Math.min(...intervals);
  },
};

export const useCampaign = (id: string) =>
  useQuery({
    queryKey: [...CAMPAIGN_DATA, 'campaign', id],
    // An administrator who opens the page again expects current figures. A hidden tab does not poll.
    staleTime: 0,
    queryFn: async () => (await request(getCampaign, { id })).data,
    refetchInterval: ({ state: { data } }) => data !== undefined && pollIntervalMs(data, serverNow()),
  });

/** One page of a campaign's deliveries. */
export async function fetchDeliveries(
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
export async function findAddresses(
  id: string,
  filter: { state: Status; search: string },
): Promise<string[]> {
  const deliveries = everyItem(
    async (cursor) =>
      (await request(getDeliveries, { ...filter, id, limit: MAX_DELIVERIES_PER_PAGE, cursor })).data,
  );
  const addresses: string[] = [];
  for await (const { address } of deliveries) if (address !== '') addresses.push(address);
  return addresses;
}

export const useCampaignContent = (id: string, isWanted: boolean) =>
  useQuery({
    queryKey: [...CAMPAIGN_DATA, 'content', id],
    queryFn: async () => (await request(getCampaignMessage, { id })).data,
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });

const HOUR_MS = 3_600_000;
/** The time after the end of a campaign in which delivery reports still arrive. */
const REPORTS_MS = HOUR_MS / 4;
const SHORTEST_POLL_MS = 2000;
const LONGEST_POLL_MS = 10_000;

/**
 * Milliseconds until a campaign is read again, false if nothing changes any more. Counting many deliveries takes the server
 * longer, so large campaigns are read less often.
 */
export function pollIntervalMs({ state, total, dueAt, endedAt }: CampaignSummary, now: Date): number | false {
  const untilStart = Date.parse(dueAt) - now.getTime();
  const pause = Math.min(Math.max(SHORTEST_POLL_MS, total), LONGEST_POLL_MS);
  // Somebody else may resume it.
  if (state === 'paused') return 5 * pause;
  if (endedAt === undefined) return Math.max(pause, Math.min(untilStart, HOUR_MS));
  return now.getTime() - Date.parse(endedAt) < REPORTS_MS && 5 * pause;
}
