import { batchesOf } from '#shared/paging';
import type { Context } from '../../platform/context.ts';
import { holdSender } from '../transactional/sender-repository.ts';
import { stopNotes } from './automatic-stops.ts';
import { type Campaign, countFinished, deliveryStatus, emptyCounts } from './campaign.ts';
import {
  beginCampaign,
  completeCampaign,
  findCampaign,
  markCampaignWritten,
  postponeCampaign,
  stopCampaign,
} from './campaign-repository.ts';
import { insertDeliveries, transitionDelivery, walkDeliveries } from './delivery-repository.ts';
import { getMessage } from './message-store.ts';

/** Deliveries that are written at a time. */
const WRITE_BATCH = 100;
const RECHECK_MS = 60_000;

/** Writes the deliveries of a campaign whose time has come. What is over before the last of them goes on in the next run. */
export async function startCampaign(
  context: Pick<Context, 'now' | 'log' | 'table' | 'mailFiles'>,
  holder: string,
  campaign: Campaign,
  isOver: () => boolean,
): Promise<void> {
  const { now, log } = context;
  const { id, total } = campaign;
  const message = await getMessage(context, id);
  if (!message) {
    await stopCampaign(context, id, 'cancelled', stopNotes.messageDeleted, now());
    return;
  }
  if (!(await beginCampaign(context, id))) return;
  const written = new Set(await Array.fromAsync(walkDeliveries(context, id), ({ address }) => address));
  const missing = message.recipients.filter(({ address }) => !written.has(address));
  for (const part of batchesOf(missing, WRITE_BATCH)) {
    if (isOver() || !(await holdSender(context, holder, now()))) return;
    await insertDeliveries(context, campaign, part);
  }
  if (await markCampaignWritten(context, id)) log({ level: 'info', event: 'campaign-started', id, total });
}

/**
 * Marks as unknown what has been in doubt for too long, and ends the campaign where nothing is left to do until somebody
 * changes its state. No delivery of it may be under way.
 */
export async function settleCampaign(
  context: Pick<Context, 'now' | 'log' | 'table'>,
  id: string,
): Promise<void> {
  const { now, log } = context;
  const campaign = await findCampaign(context, id);
  if (!campaign) return;
  const counts = emptyCounts();
  for await (const delivery of walkDeliveries(context, id)) {
    const isOverdue = delivery.state === 'sending' && (delivery.inDoubtUntil ?? '') <= now().toISOString();
    const isGivenUp =
      isOverdue && (await transitionDelivery(context, id, delivery.address, ['sending'], 'unknown', now()));
    counts[isGivenUp ? 'unknown' : deliveryStatus(delivery, campaign)] += 1;
  }
  const isSending = campaign.state === 'sending';
  if (isSending && counts.waiting > 0) return;
  const isIncomplete = isSending && counts.sending === 0 && countFinished(counts) !== campaign.total;
  if (isIncomplete)
    log({
      level: 'error',
      event: 'campaign-counts-mismatch',
      id,
      total: campaign.total,
      finished: countFinished(counts),
    });
  if (counts.sending > 0 || isIncomplete)
    await postponeCampaign(context, campaign, new Date(now().getTime() + RECHECK_MS));
  else if (await completeCampaign(context, campaign, now(), counts))
    log({ level: counts.unknown > 0 ? 'warn' : 'info', event: 'campaign-ended', id, ...counts });
}
