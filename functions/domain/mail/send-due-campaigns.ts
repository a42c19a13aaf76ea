import { toHex } from '#shared/text';
import type { Members } from '../members/member.ts';
import type { Campaign } from './campaign.ts';
import { copyStateOf, noCounts, settledOf } from './campaign.ts';
import { type CopyNeeds, openSending, type Sending } from './send-copies.ts';

const LEASE_MILLISECONDS = 60_000;
const LOOK_AGAIN_MILLISECONDS = 60_000;
const WRITTEN_AT_ONCE = 500;

export type CampaignWorkerNeeds = CopyNeeds & { members: Pick<Members, 'find'> };

/** Works on every mail whose turn it is until none is left or the time is up; what is left is taken up by the next start. */
export async function sendDueCampaigns(needs: CampaignWorkerNeeds, until: Date): Promise<void> {
  const { clock, road } = needs;
  for (;;) {
    let worked = false;
    for (const id of await road.due(clock(), 10)) {
      if (clock() >= until) return;
      const owner = toHex(needs.randomBytes(8));
      const campaign = await road.take(id, owner, clock(), leaseEnd(clock()));
      if (!campaign) continue;
      worked = true;
      await work(needs, campaign, owner, until);
    }
    if (!worked) return;
  }
}

const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MILLISECONDS);

async function work(
  needs: CampaignWorkerNeeds,
  campaign: Campaign,
  owner: string,
  until: Date,
): Promise<void> {
  const { clock, road, report } = needs;
  let { state } = campaign;
  if (state === 'preparing') {
    if (!(await prepare(needs, campaign, owner))) return;
    state = 'scheduled';
    if (campaign.sendAt > clock().toISOString()) {
      await road.leave(campaign.id, owner, new Date(campaign.sendAt));
      return;
    }
  }
  if (state === 'scheduled') {
    if (!(await road.move(campaign.id, owner, 'scheduled', 'sending', clock()))) return;
    report({ level: 'info', event: 'mail-starts', id: campaign.id, total: campaign.total });
    state = 'sending';
  }
  const settled = await takeOver(needs, campaign);
  if (state !== 'sending') return windUp(needs, { ...campaign, state }, owner, until, undefined);
  const sending = await openSending(needs, { ...campaign, state, settled }, owner, {
    until,
    keep: () => road.keep(campaign.id, owner, leaseEnd(clock())),
    isAllowed: () => mayStillSend(needs, campaign),
  });
  if (sending === 'gone') {
    await road.move(campaign.id, owner, 'sending', 'cancelled', clock(), 'Its text is no longer kept');
    return windUp(needs, { ...campaign, state: 'cancelled' }, owner, until, undefined);
  }
  const ended = await sending.firstTurn();
  if (ended === 'not-allowed') {
    const note = 'Its sender is no longer an administrator';
    await road.move(campaign.id, owner, 'sending', 'cancelled', clock(), note);
  }
  await windUp(needs, { ...campaign, state }, owner, until, ended === 'passed' ? sending : undefined);
}

async function mayStillSend({ members }: CampaignWorkerNeeds, { senderUid }: Campaign): Promise<boolean> {
  const sender = await members.find(senderUid);
  return sender?.role === 'administrator' && sender.state === 'active';
}

/** Writes the ledger down, each row once however often this runs. True when it is whole. */
async function prepare(needs: CampaignWorkerNeeds, campaign: Campaign, owner: string): Promise<boolean> {
  const { clock, road, letters, report } = needs;
  const letter = await letters.get(campaign.id);
  if (!letter) throw new Error(`The mail ${campaign.id} has no text`);
  for (let from = 0; from < letter.recipients.length; from += WRITTEN_AT_ONCE) {
    if (!(await road.keep(campaign.id, owner, leaseEnd(clock())))) return false;
    await road.writeCopies(campaign, letter.recipients.slice(from, from + WRITTEN_AT_ONCE));
  }
  let written = 0;
  for await (const _ of road.ledger(campaign.id)) written += 1;
  if (written !== campaign.total) {
    report({
      level: 'error',
      event: 'mail-ledger-incomplete',
      id: campaign.id,
      written,
      total: campaign.total,
    });
    return false;
  }
  return road.move(campaign.id, owner, 'preparing', 'scheduled', clock());
}

/** What a worker that is gone had in flight waits for news of it. Returns how many copies are settled. */
async function takeOver(needs: CampaignWorkerNeeds, campaign: Campaign): Promise<number> {
  const counts = noCounts();
  if (campaign.cursor === undefined) return 0;
  for await (const copy of needs.road.ledger(campaign.id)) {
    const state = copyStateOf(copy, campaign);
    counts[state] += 1;
    if (state === 'sending' && copy.state === 'pending') await needs.leaveOpen(campaign.id, copy.place);
  }
  return settledOf(counts);
}

/** After the last copy had its turn: those refused for their rate, those without an answer, and the balance. */
async function windUp(
  needs: CampaignWorkerNeeds,
  { id, total }: Campaign,
  owner: string,
  until: Date,
  sending: Sending | undefined,
): Promise<void> {
  const { clock, road, report } = needs;
  await sending?.furtherTurns();
  const campaign = await needs.campaigns.find(id);
  if (!campaign) return;
  const counts = noCounts();
  let next = clock().getTime() + LOOK_AGAIN_MILLISECONDS;
  for await (const copy of road.ledger(id)) {
    let state = copyStateOf(copy, campaign);
    if (copy.state === 'sending') {
      const lease = Date.parse(copy.leaseUntil ?? '') || 0;
      if (lease > clock().getTime()) next = Math.min(next, lease);
      else if (await road.settle(id, copy.place, ['sending'], 'unknown', clock())) state = 'unknown';
      else state = 'sent';
    }
    counts[state] += 1;
  }
  const isOver = campaign.state === 'cancelled' || campaign.state === 'paused';
  const rest = counts.sending + (isOver ? 0 : counts.waiting);
  if (rest > 0) {
    const isCut = !isOver && counts.waiting > 0 && clock() >= until;
    await road.leave(id, owner, isCut ? clock() : new Date(next));
    return;
  }
  if (!isOver) {
    if (settledOf(counts) !== total) {
      report({ level: 'error', event: 'mail-out-of-balance', id, total, settled: settledOf(counts) });
      await road.leave(id, owner, new Date(next));
      return;
    }
    await road.move(id, owner, 'sending', 'done', clock());
  }
  await road.end(id, owner, counts);
  const level = counts.unknown > 0 ? 'warning' : 'info';
  report({ level, event: 'mail-ends', id, ...counts });
}
