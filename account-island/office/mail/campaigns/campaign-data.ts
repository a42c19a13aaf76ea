import type * as z from 'zod/mini';
import type { CampaignSummary, getCampaign } from '#contract/campaigns';
import type { DeliveryCounts } from '../../../text/admin-campaigns.ts';

export type Campaign = z.output<typeof getCampaign.reply>['data'];

/** The beginning of the key of every query on this page: after an action, all are read again. */
export const CAMPAIGN_DATA = ['campaigns'] as const;

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

/** A campaign's counts in the groups that its sender reads. */
export function summarizeCounts({ counts, total }: Pick<Campaign, 'counts' | 'total'>): DeliveryCounts {
  const { waiting, sending, delivered, bounced, complained, unknown } = counts;
  const sent = counts.sent + delivered + bounced + complained;
  return { sent, unknown, sending, waiting, total };
}
