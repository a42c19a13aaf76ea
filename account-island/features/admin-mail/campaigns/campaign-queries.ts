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
import { getSuppressions } from '#contract/mail-preferences';
import { request } from '../../../api/client.ts';
import { useCursorPages } from '../../../hooks/use-cursor-pages.ts';
import type { Tally } from '../../../text/admin-campaigns.ts';

/** Everything of the outbox: what an act has changed is asked for anew. */
export const OUTBOX = ['outbox'] as const;
export const COPIES_ON_PAGE = 50;

// The administrator who looks again wants to see what is, not what was a minute ago. A hidden tab asks nothing.
const fresh = { staleTime: 0 } as const;

export const useCampaigns = () =>
  useCursorPages({
    ...fresh,
    queryKey: [...OUTBOX, 'list'],
    fetchPage: async (cursor) => (await request(getCampaigns, { cursor })).data,
    pollInterval: (page) => earliestLook(page?.items ?? [], new Date()),
  });

export const useCampaign = (id: string) =>
  useQuery({
    ...fresh,
    queryKey: [...OUTBOX, 'mail', id],
    queryFn: async () => (await request(getCampaign, { id })).data,
    refetchInterval: ({ state: { data } }) => data !== undefined && nextLook(data, new Date()),
  });

interface Wanted {
  state: State | undefined;
  search: string;
}

export type Copies = z.output<typeof getDeliveries.reply>['data'];

/** A page of the ledger; `every` as `nextLook` has it. */
export const useDeliveries = (id: string, wanted: Wanted, every: number | false) =>
  useCursorPages({
    ...fresh,
    queryKey: [...OUTBOX, 'copies', id, wanted],
    fetchPage: async (cursor) => {
      let page: Copies = { items: [], next: cursor };
      // A page that was sifted may be empty and not be the last.
      do
        page = (await request(getDeliveries, { ...wanted, id, limit: COPIES_ON_PAGE, cursor: page.next }))
          .data;
      while (page.items.length === 0 && page.next !== undefined);
      return page;
    },
    pollInterval: () => every,
  });

export const useCampaignContent = (id: string, isWanted: boolean) =>
  useQuery({
    queryKey: [...OUTBOX, 'letter', id],
    queryFn: async () => (await request(getCampaignMessage, { id })).data,
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useBlockedAddresses = (search: string) =>
  useCursorPages({
    ...fresh,
    queryKey: [...OUTBOX, 'held', search],
    fetchPage: async (cursor) => (await request(getSuppressions, { search, cursor })).data,
  });

export type Held = z.output<typeof getSuppressions.reply>['data']['items'][number];

export type Mail = z.output<typeof getCampaign.reply>['data'];
export type State = z.output<typeof DeliveryStatus>;

/** The counts of a mail by what they mean to who sent it. */
export function tallyOf({ counts, total }: Pick<Mail, 'counts' | 'total'>): Tally {
  const { waiting, sending: underWay, sent, delivered, bounced, complained, unknown: unclear } = counts;
  const left = sent + delivered + bounced + complained;
  return { left, unclear, underWay, waiting, never: total - left - unclear - underWay - waiting, total };
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const NEWS_MILLISECONDS = HOUR / 4;

/**
 * Milliseconds until a mail is worth another look, false where nothing of it changes any more. Counting a large ledger takes
 * the server longer, so that it is asked less often.
 */
export function nextLook(
  { state, total, dueAt, endedAt, counts }: CampaignSummary & Partial<Pick<Mail, 'counts'>>,
  now: Date,
): number | false {
  const soon = Math.max(2 * SECOND, Math.min(total / 2, 10 * SECOND));
  const isUnderWay = (counts?.sending ?? 0) > 0;
  switch (state) {
    case 'preparing':
    case 'sending':
      return soon;
    case 'scheduled':
      return Math.min(HOUR, Math.max(soon, Date.parse(dueAt) - now.getTime()));
    case 'paused':
    case 'cancelled':
      return isUnderWay && soon;
    case 'done': {
      // What the other side says comes after the mail has ended.
      const isFresh = now.getTime() - Date.parse(endedAt ?? '') < NEWS_MILLISECONDS;
      return (counts?.sent ?? 0) > 0 && isFresh && 5 * soon;
    }
  }
}

/** Of several mails the earliest look. */
export function earliestLook(mails: readonly CampaignSummary[], now: Date): number | false {
  const looks = mails.flatMap((mail) => nextLook(mail, now) || []);
  return looks.length > 0 && Math.min(...looks);
}
