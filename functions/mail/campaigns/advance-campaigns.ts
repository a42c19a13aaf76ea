import { batchesOf } from '#shared/paging';
import type { Queue } from '../../platform/queue.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { stopNotes } from './automatic-stops.ts';
import {
  type Campaign,
  countFinished,
  type Delivery,
  deliveryStatus,
  emptyCounts,
  formatQueueMessage,
} from './campaign.ts';
import type { Campaigns } from './campaign-repository.ts';
import type { Deliveries } from './delivery-repository.ts';
import type { MessageStore } from './message-store.ts';

/** As long as the function may run, which is longer than it takes to write and queue 10,000 deliveries. */
const LEASE_MS = 120_000;
const RECHECK_MS = 60_000;
/** After a day in the queue, or among its dead letters, a delivery that still waits is queued again. */
const QUEUED_MS = 86_400_000;
/** A batch that was taken before a campaign was cancelled may be sent for so long. */
const BATCH_MS = 120_000;
/** Deliveries that are written, and then queued, at a time. */
const WRITE_BATCH = 100;
const CAMPAIGNS_AT_ONCE = 10;

export type AdvanceCampaignDeps = Pick<Runtime, 'now' | 'log'> & {
  campaigns: Campaigns;
  deliveries: Deliveries;
  messages: Pick<MessageStore, 'getMessage'>;
  queue: Pick<Queue, 'send'>;
};

/** Advances all campaigns that are due; begins none after `until`. */
export async function advanceDueCampaigns(deps: AdvanceCampaignDeps, until: Date): Promise<void> {
  for (;;) {
    const ids = await deps.campaigns.listDue(deps.now(), CAMPAIGNS_AT_ONCE);
    let turns = 0;
    for (const id of ids) {
      if (deps.now() >= until) return;
      if (await advanceCampaign(deps, id)) turns += 1;
    }
    if (turns === 0) return;
  }
}

/**
 * Leases a campaign that is due and takes its next step: writes and queues its deliveries, queues those that wait again after a
 * pause, marks as unknown what has been in doubt for too long, and completes the campaign when nothing is left. Every step can
 * be repeated. False if the campaign was not due.
 */
export async function advanceCampaign(deps: AdvanceCampaignDeps, id: string): Promise<boolean> {
  const { now, campaigns } = deps;
  const leaseUntil = new Date(now().getTime() + LEASE_MS);
  const campaign = await campaigns.acquireLease(id, now(), leaseUntil);
  if (!campaign) return false;
  const isStarting = campaign.state === 'scheduled' || campaign.state === 'sending';
  if (isStarting && !campaign.isWritten) await writeAndQueue(deps, campaign, leaseUntil);
  else await queueAndCount(deps, campaign, leaseUntil);
  return true;
}

/** Each part is queued as soon as it is written, so that the first emails leave while the others are being written. */
async function writeAndQueue(deps: AdvanceCampaignDeps, campaign: Campaign, leaseUntil: Date): Promise<void> {
  const { now, log, campaigns, deliveries, messages } = deps;
  const { id, total } = campaign;
  const message = await messages.getMessage(id);
  if (!message) {
    await campaigns.stop(id, 'cancelled', stopNotes.messageDeleted, now());
    await campaigns.releaseLease(id, leaseUntil, now());
    return;
  }
  if (!(await campaigns.begin(id, leaseUntil))) return;
  for (const part of batchesOf(message.recipients, WRITE_BATCH)) {
    await deliveries.insertDeliveries(campaign, part);
    await queueDeliveries(deps, id, part);
  }
  if (
    await campaigns.releaseLease(id, leaseUntil, nextCheck(now()), {
      isWritten: true,
      queuedAt: now().toISOString(),
    })
  )
    log({ level: 'info', event: 'campaign-started', id, total });
}

async function queueAndCount(deps: AdvanceCampaignDeps, campaign: Campaign, leaseUntil: Date): Promise<void> {
  const { now, log, campaigns, deliveries } = deps;
  const { id, total } = campaign;
  const counts = emptyCounts();
  const waiting: Delivery[] = [];
  for await (const delivery of deliveries.walkDeliveries(id)) {
    const isOverdue = delivery.state === 'sending' && (delivery.inDoubtUntil ?? '') <= now().toISOString();
    const isGivenUp =
      isOverdue && (await deliveries.transition(id, delivery.address, ['sending'], 'unknown', now()));
    counts[isGivenUp ? 'unknown' : deliveryStatus(delivery, campaign)] += 1;
    if (delivery.state === 'pending') waiting.push(delivery);
  }
  const isSending = campaign.state === 'sending';
  const isInBatch = now().getTime() < Date.parse(campaign.endedAt ?? '') + BATCH_MS;
  if (counts.sending > 0 || isInBatch || (isSending && waiting.length > 0)) {
    const isQueued = now().getTime() < Date.parse(campaign.queuedAt ?? '') + QUEUED_MS;
    if (isSending && !isQueued) await queueDeliveries(deps, id, waiting);
    const reached = isSending && !isQueued ? { queuedAt: now().toISOString() } : {};
    await campaigns.releaseLease(id, leaseUntil, nextCheck(now()), reached);
    return;
  }
  if (isSending && countFinished(counts) !== total) {
    log({ level: 'error', event: 'campaign-counts-mismatch', id, total, finished: countFinished(counts) });
    return;
  }
  if (await campaigns.complete(campaign, leaseUntil, now(), counts))
    log({ level: counts.unknown > 0 ? 'warn' : 'info', event: 'campaign-ended', id, ...counts });
}

const nextCheck = (now: Date) => new Date(now.getTime() + RECHECK_MS);

const queueDeliveries = (
  { queue }: AdvanceCampaignDeps,
  campaign: string,
  deliveries: readonly { uid: string; address: string }[],
): Promise<void> =>
  queue.send(
    deliveries.map(({ uid, address }) => formatQueueMessage({ campaign, delivery: { uid, address } })),
  );
