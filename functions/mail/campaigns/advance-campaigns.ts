import { batchesOf } from '#shared/paging';
import type { Context } from '../../platform/context.ts';
import { stopNotes } from './automatic-stops.ts';
import {
  type Campaign,
  countFinished,
  type Delivery,
  deliveryStatus,
  emptyCounts,
  formatQueueMessage,
} from './campaign.ts';
import {
  acquireCampaignLease,
  beginCampaign,
  completeCampaign,
  listDueCampaigns,
  releaseCampaignLease,
  stopCampaign,
} from './campaign-repository.ts';
import { insertDeliveries, transitionDelivery, walkDeliveries } from './delivery-repository.ts';
import { getMessage } from './message-store.ts';

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

export type AdvanceCampaignContext = Pick<Context, 'log' | 'now' | 'table' | 'mailFiles' | 'queue'>;

/** Advances all campaigns that are due; begins none after `until`. */
export async function advanceDueCampaigns(context: AdvanceCampaignContext, until: Date): Promise<void> {
  for (;;) {
    const ids = await listDueCampaigns(context, context.now(), CAMPAIGNS_AT_ONCE);
    let turns = 0;
    for (const id of ids) {
      if (context.now() >= until) return;
      if (await advanceCampaign(context, id)) turns += 1;
    }
    if (turns === 0) return;
  }
}

/**
 * Leases a campaign that is due and takes its next step: writes and queues its deliveries, queues those that wait again after a
 * pause, marks as unknown what has been in doubt for too long, and completes the campaign when nothing is left. Every step can
 * be repeated. False if the campaign was not due.
 */
export async function advanceCampaign(context: AdvanceCampaignContext, id: string): Promise<boolean> {
  const { now } = context;
  const leaseUntil = new Date(now().getTime() + LEASE_MS);
  const campaign = await acquireCampaignLease(context, id, now(), leaseUntil);
  if (!campaign) return false;
  const isStarting = campaign.state === 'scheduled' || campaign.state === 'sending';
  if (isStarting && !campaign.isWritten) await writeAndQueue(context, campaign, leaseUntil);
  else await queueAndCount(context, campaign, leaseUntil);
  return true;
}

/** Each part is queued as soon as it is written, so that the first emails leave while the others are being written. */
async function writeAndQueue(
  context: AdvanceCampaignContext,
  campaign: Campaign,
  leaseUntil: Date,
): Promise<void> {
  const { now, log } = context;
  const { id, total } = campaign;
  const message = await getMessage(context, id);
  if (!message) {
    await stopCampaign(context, id, 'cancelled', stopNotes.messageDeleted, now());
    await releaseCampaignLease(context, id, leaseUntil, now());
    return;
  }
  if (!(await beginCampaign(context, id, leaseUntil))) return;
  for (const part of batchesOf(message.recipients, WRITE_BATCH)) {
    await insertDeliveries(context, campaign, part);
    await queueDeliveries(context, id, part);
  }
  if (
    await releaseCampaignLease(context, id, leaseUntil, nextCheck(now()), {
      isWritten: true,
      queuedAt: now().toISOString(),
    })
  )
    log({ level: 'info', event: 'campaign-started', id, total });
}

async function queueAndCount(
  context: AdvanceCampaignContext,
  campaign: Campaign,
  leaseUntil: Date,
): Promise<void> {
  const { now, log } = context;
  const { id, total } = campaign;
  const counts = emptyCounts();
  const waiting: Delivery[] = [];
  for await (const delivery of walkDeliveries(context, id)) {
    const isOverdue = delivery.state === 'sending' && (delivery.inDoubtUntil ?? '') <= now().toISOString();
    const isGivenUp =
      isOverdue && (await transitionDelivery(context, id, delivery.address, ['sending'], 'unknown', now()));
    counts[isGivenUp ? 'unknown' : deliveryStatus(delivery, campaign)] += 1;
    if (delivery.state === 'pending') waiting.push(delivery);
  }
  const isSending = campaign.state === 'sending';
  const isInBatch = now().getTime() < Date.parse(campaign.endedAt ?? '') + BATCH_MS;
  if (counts.sending > 0 || isInBatch || (isSending && waiting.length > 0)) {
    const isQueued = now().getTime() < Date.parse(campaign.queuedAt ?? '') + QUEUED_MS;
    if (isSending && !isQueued) await queueDeliveries(context, id, waiting);
    const reached = isSending && !isQueued ? { queuedAt: now().toISOString() } : {};
    await releaseCampaignLease(context, id, leaseUntil, nextCheck(now()), reached);
    return;
  }
  if (isSending && countFinished(counts) !== total) {
    log({ level: 'error', event: 'campaign-counts-mismatch', id, total, finished: countFinished(counts) });
    return;
  }
  if (await completeCampaign(context, campaign, leaseUntil, now(), counts))
    log({ level: counts.unknown > 0 ? 'warn' : 'info', event: 'campaign-ended', id, ...counts });
}

const nextCheck = (now: Date) => new Date(now.getTime() + RECHECK_MS);

const queueDeliveries = (
  { queue }: AdvanceCampaignContext,
  campaign: string,
  deliveries: readonly { uid: string; address: string }[],
): Promise<void> =>
  queue.send(
    deliveries.map(({ uid, address }) => formatQueueMessage({ campaign, delivery: { uid, address } })),
  );
