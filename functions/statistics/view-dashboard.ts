import { OPEN_TASKS, type OpenTask } from '#shared/choices';
import { isUnfinished } from '../imports/import.ts';
import type { Imports } from '../imports/repository.ts';
import { type Campaign, isFinished } from '../mail/campaigns/campaign.ts';
import type { Campaigns } from '../mail/campaigns/campaign-repository.ts';
import type { QueuedMails } from '../mail/transactional/repository.ts';
import type { Payments } from '../payments/payment-repository.ts';
import type { Receipts } from '../payments/receipt-repository.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { StatisticsRepository } from './repository.ts';

export interface DashboardDeps extends Pick<Runtime, 'now'> {
  payments: Pick<Payments, 'listForReview'>;
  receipts: Pick<Receipts, 'countPending'>;
  imports: Pick<Imports, 'listImports'>;
  campaigns: Pick<Campaigns, 'listCampaigns'>;
  queuedMails: Pick<QueuedMails, 'listDue'>;
  statistics: Pick<StatisticsRepository, 'read'>;
}

/** Older campaigns are in the Outbox, but no longer urgent. */
const LATEST_CAMPAIGNS = 50;
const FAILED_WITHIN_MS = 30 * 86_400_000;
/** Workers take up mails and receipts within minutes: what has waited for longer needs a person. */
const LATE_MS = 15 * 60_000;
/** At most so many of them are counted. */
const MOST_LATE = 100;

/** The latest statistics with what waits for a person, most of it as of now, and the emails that are not sent yet. */
export async function viewDashboard(deps: DashboardDeps) {
  const now = deps.now();
  const late = new Date(now.getTime() - LATE_MS);
  const [{ years, latest }, payments, receipts, imports, mails, { items: campaigns }] = await Promise.all([
    deps.statistics.read(),
    deps.payments.listForReview(),
    deps.receipts.countPending(late, MOST_LATE),
    deps.imports.listImports(),
    deps.queuedMails.listDue(late, MOST_LATE),
    deps.campaigns.listCampaigns(LATEST_CAMPAIGNS),
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
    years,
    latest,
    tasks: OPEN_TASKS.flatMap((task) => (counts[task] > 0 ? [{ task, count: counts[task] }] : [])),
    waitingDeliveries: campaigns.reduce((sum, campaign) => sum + waitingOf(campaign), 0),
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
