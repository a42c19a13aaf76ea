import { OPEN_TASKS, type OpenTask } from '#shared/choices';
import { isUnfinished, listImports } from '../imports/import.ts';
import { type Campaign, isFinished } from '../mail/campaigns/campaign.ts';
import { listCampaigns } from '../mail/campaigns/campaign-repository.ts';
import { listDueMails } from '../mail/transactional/repository.ts';
import { countPendingReceipts, listPaymentReviews } from '../payments/repository.ts';
import type { Context } from '../platform/context.ts';
import { readStatistics } from './repository.ts';

export type DashboardContext = Pick<Context, 'table' | 'now'>;

/** Older campaigns are in the Outbox, but no longer urgent. */
const LATEST_CAMPAIGNS = 50;
const FAILED_WITHIN_MS = 30 * 86_400_000;
/** Workers take up mails and receipts within minutes: what has waited for longer needs a person. */
const LATE_MS = 15 * 60_000;
/** At most so many of them are counted. */
const MOST_LATE = 100;

/** The latest statistics with what waits for a person, most of it as of now, and the emails that are not sent yet. */
export async function viewDashboard(context: DashboardContext) {
  const now = context.now();
  const late = new Date(now.getTime() - LATE_MS);
  const [{ years, latest }, payments, receipts, imports, mails, { items: campaigns }] = await Promise.all([
    readStatistics(context),
    listPaymentReviews(context),
    countPendingReceipts(context, late, MOST_LATE),
    listImports(context),
    listDueMails(context, late, MOST_LATE),
    listCampaigns(context, LATEST_CAMPAIGNS),
  ]);
  const membersToInvite = imports.reduce(
    (sum, { invitees, inviteesDone }) => sum + invitees - inviteesDone,
    0,
  );
  const counts: Record<OpenTask, number> = {
    'payments-for-review': payments.length,
    'paused-campaigns': campaigns.filter(({ state }) => state === 'paused').length,
    'late-mail': mails.length,
    'pending-receipts': receipts,
    'failed-campaigns': campaigns.filter((campaign) => hasFailed(campaign, now)).length,
    'unfinished-imports': imports.filter(isUnfinished).length,
    'members-to-invite': membersToInvite,
    'blocked-addresses': latest?.blockedAddresses ?? 0,
    // Nobody can answer before the invitation.
    'unanswered-invitations': Math.max(0, (latest?.withoutPassword ?? 0) - membersToInvite),
    'unverified-addresses': latest?.unverifiedAddresses ?? 0,
  };
  return {
    tasks: OPEN_TASKS.flatMap((task) => (counts[task] > 0 ? [{ task, count: counts[task] }] : [])),
    waitingDeliveries: campaigns.reduce((sum, campaign) => sum + waitingOf(campaign), 0),
    ...(latest && { statistics: { ...latest, years } }),
  };
}

const hasFailed = (
  { state, endedAt = '', failed = 0, unknown = 0, resentAs }: Campaign,
  now: Date,
): boolean =>
  state === 'done' &&
  failed + unknown > 0 &&
  resentAs === undefined &&
  Date.parse(endedAt) > now.getTime() - FAILED_WITHIN_MS;

const waitingOf = (campaign: Campaign): number =>
  isFinished(campaign) ? 0 : Math.max(0, campaign.total - campaign.finished);
