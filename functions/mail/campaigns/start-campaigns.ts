import type { Queue } from '../../platform/queue.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type Campaign, countFinished, type Delivery, deliveryStatus, emptyCounts } from './campaign.ts';
import type { Campaigns } from './campaign-repository.ts';
import type { Deliveries } from './delivery-repository.ts';
import type { MessageStore } from './message-store.ts';

/** What stands in the queue: a campaign to begin, or one of its deliveries to send. */
export interface CampaignMessage {
  campaign: string;
  delivery?: { uid: string; address: string } | undefined;
}

export const formatMessage = (message: CampaignMessage): string => JSON.stringify(message);

/** Longer than it takes to write and queue 10,000 deliveries. */
const TURN_MS = 120_000;
const RECHECK_MS = 60_000;
/** Deliveries that are written, and then queued, at a time. */
const PART = 100;
const CAMPAIGNS_AT_ONCE = 10;

export type CampaignStartDeps = Pick<Runtime, 'now' | 'log'> & {
  campaigns: Campaigns;
  deliveries: Deliveries;
  messages: Pick<MessageStore, 'getMessage'>;
  queue: Pick<Queue, 'send'>;
};

/** Takes a turn at every campaign that is due, and begins none after `until`. */
export async function advanceDueCampaigns(deps: CampaignStartDeps, until: Date): Promise<void> {
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
 * One turn at a campaign that is due: writes its deliveries and queues them, queues those again that wait after a pause, gives
 * up those that have been in doubt for too long, and ends the campaign when none is left. Each step may be repeated. False
 * where it was not due.
 */
export async function advanceCampaign(deps: CampaignStartDeps, id: string): Promise<boolean> {
  const { now, campaigns } = deps;
  const turn = new Date(now().getTime() + TURN_MS);
  const campaign = await campaigns.takeTurn(id, now(), turn);
  if (!campaign) return false;
  const isStarting = campaign.state === 'scheduled' || campaign.state === 'sending';
  if (isStarting && !campaign.isWritten) await writeAndQueue(deps, campaign, turn);
  else await queueAndCount(deps, campaign, turn);
  return true;
}

/** Each part is queued as soon as it is written, so that the first emails leave while the others are being written. */
async function writeAndQueue(deps: CampaignStartDeps, campaign: Campaign, turn: Date): Promise<void> {
  const { now, log, campaigns, deliveries, messages } = deps;
  const { id, total } = campaign;
  const message = await messages.getMessage(id);
  if (!message) {
    await campaigns.stop(id, 'cancelled', stopNotes.messageDeleted, now());
    await campaigns.endTurn(id, turn, now());
    return;
  }
  if (!(await campaigns.begin(id, turn))) return;
  for (let from = 0; from < message.recipients.length; from += PART) {
    const part = message.recipients.slice(from, from + PART);
    await deliveries.insertDeliveries(campaign, part);
    await queueDeliveries(deps, id, part);
  }
  if (await campaigns.endTurn(id, turn, nextTurn(now()), { isWritten: true, isQueued: true }))
    log({ level: 'info', event: 'campaign-started', id, total });
}

async function queueAndCount(deps: CampaignStartDeps, campaign: Campaign, turn: Date): Promise<void> {
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
  if (counts.sending > 0 || (isSending && waiting.length > 0)) {
    if (isSending && !campaign.isQueued) await queueDeliveries(deps, id, waiting);
    await campaigns.endTurn(id, turn, nextTurn(now()), isSending ? { isQueued: true } : {});
    return;
  }
  if (isSending && countFinished(counts) !== total) {
    log({ level: 'error', event: 'campaign-counts-mismatch', id, total, finished: countFinished(counts) });
    return;
  }
  if (await campaigns.complete(campaign, turn, now(), counts))
    log({ level: counts.unknown > 0 ? 'warning' : 'info', event: 'campaign-ended', id, ...counts });
}

const nextTurn = (now: Date) => new Date(now.getTime() + RECHECK_MS);

const queueDeliveries = (
  { queue }: CampaignStartDeps,
  campaign: string,
  deliveries: readonly { uid: string; address: string }[],
): Promise<void> =>
  queue.send(deliveries.map(({ uid, address }) => formatMessage({ campaign, delivery: { uid, address } })));

/** Why a campaign was stopped, as administrators read it. */
export const stopNotes = {
  messageDeleted: 'Cancelled automatically: the text of this email has been deleted.',
  notAllowed: 'Cancelled automatically: the person who created it is no longer an administrator.',
  'sender-rejected':
    'Paused automatically: Amazon SES accepts no email from us at the moment. Ask the operator, then resume.',
  'quota-used-up': 'Paused automatically: Amazon SES sends no more emails for us today. Resume it tomorrow.',
} as const;
