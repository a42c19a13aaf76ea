import { batchesOf, readBatches } from '#shared/paging';
import { toHex } from '#shared/text';
import type { Context } from '../../platform/context.ts';
import { holdSender, releaseSender, sendPace } from '../transactional/send-pace.ts';
import { stopNotes } from './automatic-stops.ts';
import {
  type Campaign,
  campaignCounts,
  countFinished,
  type Delivery,
  deliveryStatus,
  emptyCounts,
  formatQueueMessage,
} from './campaign.ts';
import {
  findCampaign,
  getMessage,
  listDueCampaigns,
  stopCampaign,
  updateCampaign,
} from './campaign-repository.ts';
import {
  insertDeliveries,
  transitionDelivery,
  walkDeliveries,
  walkPendingDeliveries,
} from './delivery-repository.ts';
import {
  type CampaignRun,
  type CampaignSenderContext,
  closeTurn,
  sendDeliveries,
} from './send-deliveries.ts';

/** Deliveries of one campaign before the next campaign's turn. */
const TURN = 10;
const CAMPAIGNS_AT_ONCE = 100;
/** Deliveries that are written at a time. */
const WRITE_BATCH = 100;
const RECHECK_MS = 60_000;

/**
 * Does all that campaigns have to do now: starts those whose time has come, sends what waits and ends what is over. A message
 * of the queue and the minute schedule begin it; the rows say what to do, so it may begin too often, and go on after any end.
 * One run works at a time. After `until`, or when the process is `closing`, it begins nothing more, and has the queue begin
 * the next run.
 */
export async function sendDueCampaigns(
  context: CampaignSenderContext,
  until: Date,
  closing?: AbortSignal,
): Promise<void> {
  const { now, queue } = context;
  const holder = toHex(context.randomBytes(8));
  const isOver = () => now() >= until || closing?.aborted === true;
  for (;;) {
    const { hasProgressed, hasFailed } = await workWhileDue(context, holder, until, isOver);
    if (hasFailed || closing?.aborted) return;
    // Whoever began another run in the meantime was sent away.
    const [id] = await listDueCampaigns(context, now(), 1);
    if (id === undefined) return;
    if (!isOver()) continue;
    if (hasProgressed) await queue.send([formatQueueMessage({ campaign: id })]);
    return;
  }
}

interface Worked {
  /** Deliveries were written, or have their outcome. */
  hasProgressed: boolean;
  /** Also where another run is working. */
  hasFailed: boolean;
}

/** Gives each campaign that is due its turns, until none has work left. */
async function workWhileDue(
  context: CampaignSenderContext,
  holder: string,
  until: Date,
  isOver: () => boolean,
): Promise<Worked> {
  const { now, log } = context;
  const row = await holdSender(context, holder);
  if (!row) return { hasProgressed: false, hasFailed: true };
  let run: CampaignRun | undefined;
  const openRun = async (): Promise<CampaignRun> => {
    const pace = sendPace(context, await context.sender.maxPerSecond());
    pace.noteCodes(row.codes);
    await holdSender(context, holder, pace.everyMs);
    const state = { tallies: new Map(), prepared: undefined, hasProgressed: false };
    return { context, holder, until, isOver, pace, ...state };
  };
  const waiting = new Map<string, AsyncGenerator<Delivery[], void>>();
  const failed = new Set<string>();
  let hasStarted = false;
  const result = (): Worked => ({
    hasProgressed: hasStarted || run?.hasProgressed === true,
    hasFailed: failed.size > 0,
  });

  /** False where there is nothing to do. */
  async function takeTurn(id: string): Promise<boolean> {
    const campaign = await findCampaign(context, id);
    // The index may lag behind the rows.
    if (campaign?.dueAt === undefined || campaign.dueAt > now().toISOString()) return false;
    const { state, isWritten } = campaign;
    if ((state === 'scheduled' || state === 'sending') && !isWritten) {
      await startCampaign(context, holder, campaign, isOver);
      hasStarted = true;
      return true;
    }
    if (state === 'sending') {
      const turns = waiting.get(id) ?? readBatches(walkPendingDeliveries(context, id), TURN);
      waiting.set(id, turns);
      const { value: next } = await turns.next();
      if (next) {
        run ??= await openRun();
        await sendDeliveries(run, campaign, next);
        return true;
      }
      // What was given back is read again.
      waiting.delete(id);
    }
    if (run) await closeTurn(run, id, { isLast: true });
    await settleCampaign(context, campaign);
    return true;
  }

  try {
    for (let turns = 1; turns > 0; ) {
      turns = 0;
      for (const id of await listDueCampaigns(context, now(), CAMPAIGNS_AT_ONCE)) {
        if (isOver() || !(await holdSender(context, holder))) return result();
        if (failed.has(id)) continue;
        try {
          if (await takeTurn(id)) turns += 1;
        } catch (cause) {
          // The others go on, and the next run tries again.
          failed.add(id);
          log({ level: 'error', event: 'delivery-failed', id, cause });
        }
      }
    }
    return result();
  } finally {
    try {
      // None may be under way when another run begins.
      if (run) for (const id of run.tallies.keys()) await closeTurn(run, id, { isLast: true });
      await run?.pace.settled();
    } finally {
      await releaseSender(context, holder);
    }
  }
}

/** Writes the deliveries of a campaign whose time has come. What is over before the last of them goes on in the next run. */
async function startCampaign(
  context: Pick<Context, 'now' | 'log' | 'table' | 'mailFiles'>,
  holder: string,
  campaign: Campaign,
  isOver: () => boolean,
): Promise<void> {
  const { id, state, total } = campaign;
  const message = await getMessage(context, id);
  if (!message) {
    await stopCampaign(context, id, 'cancelled', stopNotes.messageDeleted);
    return;
  }
  // It may have been stopped.
  if (!(await updateCampaign(context, id, { state: 'sending' }, { state }))) return;
  const written = new Set(await Array.fromAsync(walkDeliveries(context, id), ({ address }) => address));
  const missing = message.recipients.filter(({ address }) => !written.has(address));
  for (const part of batchesOf(missing, WRITE_BATCH)) {
    if (isOver() || !(await holdSender(context, holder))) return;
    await insertDeliveries(context, campaign, part);
  }
  if (await updateCampaign(context, id, { isWritten: true }, { isWritten: undefined }))
    context.log({ level: 'info', event: 'campaign-started', id, total });
}

/**
 * Marks as unknown what has been in doubt for too long, and ends the campaign where nothing is left to do until somebody
 * changes its state. No delivery of it may be under way.
 */
async function settleCampaign(
  context: Pick<Context, 'now' | 'log' | 'table'>,
  campaign: Campaign,
): Promise<void> {
  const { now, log } = context;
  const { id, state, total, bounced, complained, failed, unknown } = campaign;
  const counts = emptyCounts();
  for await (const delivery of walkDeliveries(context, id)) {
    const isOverdue = delivery.state === 'sending' && (delivery.inDoubtUntil ?? '') <= now().toISOString();
    const isGivenUp =
      isOverdue && (await transitionDelivery(context, id, delivery.address, ['sending'], 'unknown'));
    counts[isGivenUp ? 'unknown' : deliveryStatus(delivery, campaign)] += 1;
  }
  if (state === 'sending' && counts.waiting > 0) return;
  const finished = countFinished(counts);
  const isIncomplete = state === 'sending' && counts.sending === 0 && finished !== total;
  if (isIncomplete) log({ level: 'error', event: 'campaign-counts-mismatch', id, total, finished });
  if (counts.sending > 0 || isIncomplete) {
    const dueAt = new Date(now().getTime() + RECHECK_MS).toISOString();
    await updateCampaign(context, id, { dueAt }, { state });
    return;
  }
  // Also where it was paused after the last of them had left.
  const isDone = state !== 'cancelled' && finished === total;
  const isEnded = await updateCampaign(
    context,
    id,
    { ...campaignCounts(counts), ...(isDone && { state: 'done', endedAt: now().toISOString() }) },
    // An event may have changed the counts.
    { state, bounced, complained, failed, unknown },
    ['due', 'dueAt', ...(isDone ? ['note' as const] : [])],
  );
  if (isEnded) log({ level: counts.unknown > 0 ? 'warn' : 'info', event: 'campaign-ended', id, ...counts });
}
