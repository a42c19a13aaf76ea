import { toHex } from '#shared/text';
import { type Campaign, countFinished, deliveryStatus, emptyCounts } from './campaign.ts';
import {
  type CampaignSenderDeps,
  type DeliveryRun,
  markInDoubt,
  startDeliveryRun,
} from './send-deliveries.ts';

const LEASE_MS = 60_000;
const RECHECK_MS = 60_000;
const BATCH_ROWS = 500;

/** Works on every campaign that is due until none is left or the time is up; what is left is for the next run. */
export async function sendDueCampaigns(deps: CampaignSenderDeps, until: Date): Promise<void> {
  const { now, campaigns } = deps;
  for (;;) {
    let hasWorked = false;
    for (const id of await campaigns.listDue(now(), 10)) {
      if (now() >= until) return;
      const owner = toHex(deps.randomBytes(8));
      const campaign = await campaigns.acquireLease(id, owner, now(), leaseEnd(now()));
      if (!campaign) continue;
      hasWorked = true;
      await processCampaign(deps, campaign, owner, until);
    }
    if (!hasWorked) return;
  }
}

const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS);

async function processCampaign(
  deps: CampaignSenderDeps,
  campaign: Campaign,
  owner: string,
  until: Date,
): Promise<void> {
  const { now, campaigns, log } = deps;
  let { state } = campaign;
  if (state === 'preparing') {
    if (!(await writeDeliveries(deps, campaign, owner))) return;
    state = 'scheduled';
    if (campaign.sendAt > now().toISOString()) {
      await campaigns.releaseLease(campaign.id, owner, new Date(campaign.sendAt));
      return;
    }
  }
  if (state === 'scheduled') {
    if (!(await campaigns.transition(campaign.id, owner, 'scheduled', 'sending', now()))) return;
    log({ level: 'info', event: 'campaign-started', id: campaign.id, total: campaign.total });
    state = 'sending';
  }
  const finished = await recoverInFlight(deps, campaign);
  if (state !== 'sending') return finishOrReschedule(deps, { ...campaign, state }, owner, until, undefined);
  const run = await startDeliveryRun(deps, { ...campaign, state, finished }, owner, {
    until,
    renew: () => campaigns.renewLease(campaign.id, owner, leaseEnd(now())),
    isAllowed: () => isSenderStillAllowed(deps, campaign),
  });
  if (run === 'message-deleted') {
    await campaigns.transition(
      campaign.id,
      owner,
      'sending',
      'cancelled',
      now(),
      'Cancelled automatically: the text of this email has been deleted.',
    );
    return finishOrReschedule(deps, { ...campaign, state: 'cancelled' }, owner, until, undefined);
  }
  const ended = await run.firstPass();
  if (ended === 'not-allowed') {
    const note = 'Cancelled automatically: the person who created it is no longer an administrator.';
    await campaigns.transition(campaign.id, owner, 'sending', 'cancelled', now(), note);
  }
  await finishOrReschedule(deps, { ...campaign, state }, owner, until, ended === 'passed' ? run : undefined);
}

async function isSenderStillAllowed(
  { members }: CampaignSenderDeps,
  { senderUid }: Campaign,
): Promise<boolean> {
  const sender = await members.findMember(senderUid);
  return sender?.role === 'administrator' && sender.state === 'active';
}

/** Writes the deliveries, each once however often this runs. True when all exist. */
async function writeDeliveries(
  deps: CampaignSenderDeps,
  campaign: Campaign,
  owner: string,
): Promise<boolean> {
  const { now, campaigns, deliveries, messages, log } = deps;
  const message = await messages.getMessage(campaign.id);
  if (!message) throw new Error(`The message of campaign ${campaign.id} is missing`);
  for (let from = 0; from < message.recipients.length; from += BATCH_ROWS) {
    if (!(await campaigns.renewLease(campaign.id, owner, leaseEnd(now())))) return false;
    await deliveries.insertDeliveries(campaign, message.recipients.slice(from, from + BATCH_ROWS));
  }
  let written = 0;
  for await (const _ of deliveries.walkDeliveries(campaign.id)) written += 1;
  if (written !== campaign.total) {
    log({
      level: 'error',
      event: 'campaign-deliveries-incomplete',
      id: campaign.id,
      written,
      total: campaign.total,
    });
    return false;
  }
  return campaigns.transition(campaign.id, owner, 'preparing', 'scheduled', now());
}

/** What a worker that ended had in flight waits for its events. Returns how many deliveries are finished. */
async function recoverInFlight(deps: CampaignSenderDeps, campaign: Campaign): Promise<number> {
  const counts = emptyCounts();
  if (campaign.cursor === undefined) return 0;
  for await (const delivery of deps.deliveries.walkDeliveries(campaign.id)) {
    const state = deliveryStatus(delivery, campaign);
    counts[state] += 1;
    if (state === 'sending' && delivery.state === 'pending')
      await markInDoubt(deps, campaign.id, delivery.sortKey);
  }
  return countFinished(counts);
}

/** After the last delivery had its turn: those refused for their rate, those without an answer, and the balance. */
async function finishOrReschedule(
  deps: CampaignSenderDeps,
  { id, total }: Campaign,
  owner: string,
  until: Date,
  run: DeliveryRun | undefined,
): Promise<void> {
  const { now, campaigns, deliveries, log } = deps;
  await run?.retryPass();
  const campaign = await campaigns.findCampaign(id);
  if (!campaign) return;
  const counts = emptyCounts();
  let next = now().getTime() + RECHECK_MS;
  for await (const delivery of deliveries.walkDeliveries(id)) {
    let state = deliveryStatus(delivery, campaign);
    if (delivery.state === 'sending') {
      const lease = Date.parse(delivery.leaseUntil ?? '') || 0;
      if (lease > now().getTime()) next = Math.min(next, lease);
      else if (await deliveries.transition(id, delivery.sortKey, ['sending'], 'unknown', now()))
        state = 'unknown';
      else state = 'sent';
    }
    counts[state] += 1;
  }
  const isOver = campaign.state === 'cancelled' || campaign.state === 'paused';
  const rest = counts.sending + (isOver ? 0 : counts.waiting);
  if (rest > 0) {
    const isCut = !isOver && counts.waiting > 0 && now() >= until;
    await campaigns.releaseLease(id, owner, isCut ? now() : new Date(next));
    return;
  }
  if (!isOver) {
    if (countFinished(counts) !== total) {
      log({ level: 'error', event: 'campaign-counts-mismatch', id, total, finished: countFinished(counts) });
      await campaigns.releaseLease(id, owner, new Date(next));
      return;
    }
    await campaigns.transition(id, owner, 'sending', 'done', now());
  }
  await campaigns.complete(id, owner, counts);
  const level = counts.unknown > 0 ? 'warning' : 'info';
  log({ level, event: 'campaign-ended', id, ...counts });
}
