import { toHex } from '#shared/text';
import type { Members } from '../../members/repository.ts';
import type { Campaign } from './campaign.ts';
import { countFinished, deliveryStatus, emptyCounts } from './campaign.ts';
import { type CopyDeps, type DeliveryRun, startDeliveryRun } from './send-deliveries.ts';

const CONTENT_DELETED = 'Cancelled automatically: the text of this email has been deleted.';
const SENDER_NOT_ADMIN = 'Cancelled automatically: the person who created it is no longer an administrator.';

const LEASE_MS = 60_000;
const RECHECK_MS = 60_000;
const BATCH_ROWS = 500;

export type CampaignSenderDeps = CopyDeps & { members: Pick<Members, 'findMember'> };

/** Works on every mail whose turn it is until none is left or the time is up; what is left is taken up by the next start. */
export async function sendDueCampaigns(deps: CampaignSenderDeps, until: Date): Promise<void> {
  const { now, road } = deps;
  for (;;) {
    let worked = false;
    for (const id of await road.due(now(), 10)) {
      if (now() >= until) return;
      const owner = toHex(deps.randomBytes(8));
      const campaign = await road.take(id, owner, now(), leaseEnd(now()));
      if (!campaign) continue;
      worked = true;
      await work(deps, campaign, owner, until);
    }
    if (!worked) return;
  }
}

const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS);

async function work(deps: CampaignSenderDeps, campaign: Campaign, owner: string, until: Date): Promise<void> {
  const { now, road, log } = deps;
  let { state } = campaign;
  if (state === 'preparing') {
    if (!(await prepare(deps, campaign, owner))) return;
    state = 'scheduled';
    if (campaign.sendAt > now().toISOString()) {
      await road.leave(campaign.id, owner, new Date(campaign.sendAt));
      return;
    }
  }
  if (state === 'scheduled') {
    if (!(await road.move(campaign.id, owner, 'scheduled', 'sending', now()))) return;
    log({ level: 'info', event: 'campaign-started', id: campaign.id, total: campaign.total });
    state = 'sending';
  }
  const finished = await recoverInFlight(deps, campaign);
  if (state !== 'sending') return finishOrReschedule(deps, { ...campaign, state }, owner, until, undefined);
  const sending = await startDeliveryRun(deps, { ...campaign, state, finished }, owner, {
    until,
    keep: () => road.keep(campaign.id, owner, leaseEnd(now())),
    isAllowed: () => isSenderStillAllowed(deps, campaign),
  });
  if (sending === 'gone') {
    await road.move(campaign.id, owner, 'sending', 'cancelled', now(), CONTENT_DELETED);
    return finishOrReschedule(deps, { ...campaign, state: 'cancelled' }, owner, until, undefined);
  }
  const ended = await sending.firstPass();
  if (ended === 'not-allowed') {
    const note = SENDER_NOT_ADMIN;
    await road.move(campaign.id, owner, 'sending', 'cancelled', now(), note);
  }
  await finishOrReschedule(
    deps,
    { ...campaign, state },
    owner,
    until,
    ended === 'passed' ? sending : undefined,
  );
}

async function isSenderStillAllowed(
  { members }: CampaignSenderDeps,
  { senderUid }: Campaign,
): Promise<boolean> {
  const sender = await members.findMember(senderUid);
  return sender?.role === 'administrator' && sender.state === 'active';
}

/** Writes the ledger down, each row once however often this runs. True when it is whole. */
async function prepare(deps: CampaignSenderDeps, campaign: Campaign, owner: string): Promise<boolean> {
  const { now, road, letters, log } = deps;
  const letter = await letters.get(campaign.id);
  if (!letter) throw new Error(`The mail ${campaign.id} has no text`);
  for (let from = 0; from < letter.recipients.length; from += BATCH_ROWS) {
    if (!(await road.keep(campaign.id, owner, leaseEnd(now())))) return false;
    await road.insertDeliveries(campaign, letter.recipients.slice(from, from + BATCH_ROWS));
  }
  let written = 0;
  for await (const _ of road.ledger(campaign.id)) written += 1;
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
  return road.move(campaign.id, owner, 'preparing', 'scheduled', now());
}

/** What a worker that is gone had in flight waits for news of it. Returns how many copies are finished. */
async function recoverInFlight(deps: CampaignSenderDeps, campaign: Campaign): Promise<number> {
  const counts = emptyCounts();
  if (campaign.cursor === undefined) return 0;
  for await (const copy of deps.road.ledger(campaign.id)) {
    const state = deliveryStatus(copy, campaign);
    counts[state] += 1;
    if (state === 'sending' && copy.state === 'pending') await deps.markInDoubt(campaign.id, copy.place);
  }
  return countFinished(counts);
}

/** After the last copy had its turn: those refused for their rate, those without an answer, and the balance. */
async function finishOrReschedule(
  deps: CampaignSenderDeps,
  { id, total }: Campaign,
  owner: string,
  until: Date,
  sending: DeliveryRun | undefined,
): Promise<void> {
  const { now, road, log } = deps;
  await sending?.retryPass();
  const campaign = await deps.campaigns.find(id);
  if (!campaign) return;
  const counts = emptyCounts();
  let next = now().getTime() + RECHECK_MS;
  for await (const copy of road.ledger(id)) {
    let state = deliveryStatus(copy, campaign);
    if (copy.state === 'sending') {
      const lease = Date.parse(copy.leaseUntil ?? '') || 0;
      if (lease > now().getTime()) next = Math.min(next, lease);
      else if (await road.settle(id, copy.place, ['sending'], 'unknown', now())) state = 'unknown';
      else state = 'sent';
    }
    counts[state] += 1;
  }
  const isOver = campaign.state === 'cancelled' || campaign.state === 'paused';
  const rest = counts.sending + (isOver ? 0 : counts.waiting);
  if (rest > 0) {
    const isCut = !isOver && counts.waiting > 0 && now() >= until;
    await road.leave(id, owner, isCut ? now() : new Date(next));
    return;
  }
  if (!isOver) {
    if (countFinished(counts) !== total) {
      log({ level: 'error', event: 'campaign-counts-mismatch', id, total, finished: countFinished(counts) });
      await road.leave(id, owner, new Date(next));
      return;
    }
    await road.move(id, owner, 'sending', 'done', now());
  }
  await road.end(id, owner, counts);
  const level = counts.unknown > 0 ? 'warning' : 'info';
  log({ level, event: 'campaign-ended', id, ...counts });
}
