import type { DeliveryState, ExclusionReason } from '#shared/choices';
import { toHex, withoutAddresses } from '#shared/text';
import { isUidOfActiveAdministrator } from '../../members/repository.ts';
import type { ChangeContext, Context } from '../../platform/context.ts';
import type { MailAttachment, MimeTemplate, SendResult } from '../../platform/mailer.ts';
import { findRecipientsByUid, type Recipient } from '../suppressions/recipients.ts';
import type { SendPace } from '../transactional/send-pace.ts';
import {
  isStreakTooLong,
  MAX_IN_DOUBT_IN_ROW,
  pauseForSender,
  pauseIfFailing,
  stopNotes,
} from './automatic-stops.ts';
import { type Campaign, type CampaignProgress, type Delivery, exclusionReason } from './campaign.ts';
import {
  getAttachment,
  getMessage,
  type MessageContent,
  readBeforeSending,
  recordProgress,
  stopCampaign,
} from './campaign-repository.ts';
import { claimDelivery, transitionDelivery } from './delivery-repository.ts';
import { personalizeMessage } from './message.ts';

/** Of the attachments of emails that are under way at one time: bounds the memory. */
const IN_FLIGHT_BYTES = 24 * 1024 * 1024;

export type CampaignSenderContext = ChangeContext &
  Pick<Context, 'log' | 'sleep' | 'mailFiles' | 'queue' | 'sender'> &
  Pick<Context, 'keyedHash' | 'siteUrl' | 'contactAddress' | 'seat'>;

/** The work of the one run that sends campaigns. */
export interface CampaignRun {
  readonly context: CampaignSenderContext;
  readonly holder: string;
  readonly until: Date;
  readonly isOver: () => boolean;
  readonly pace: SendPace;
  /** By campaign: what its row does not say yet. */
  readonly tallies: Map<string, CampaignProgress>;
  /** Of the last campaign that had a turn. */
  prepared: { id: string; message: PreparedMessage | undefined } | undefined;
  /** Whether a delivery has its outcome. */
  hasProgressed: boolean;
}

/** What the deliveries of one campaign share. */
interface PreparedMessage {
  content: MessageContent;
  template: MimeTemplate;
}

/** One turn: sends these deliveries as the rate allows, as long as nobody stops the campaign. Those that wait on stay pending. */
export async function sendDeliveries(
  run: CampaignRun,
  campaign: Campaign,
  waiting: readonly Delivery[],
): Promise<void> {
  const { context, pace } = run;
  const { id } = campaign;
  const [isAllowed, message, people] = await Promise.all([
    isUidOfActiveAdministrator(context, campaign.senderUid),
    prepareOnce(run, campaign),
    findRecipientsByUid(
      context,
      waiting.map(({ uid }) => uid),
    ),
  ]);
  if (!isAllowed || !message) {
    const note = stopNotes[isAllowed ? 'messageDeleted' : 'notAllowed'];
    await stopCampaign(context, id, 'cancelled', note);
    return;
  }
  const tally = tallyOf(run, campaign);
  for (const { uid, address } of waiting) {
    const to = recipientOrReason(campaign, address, people.get(uid));
    if (typeof to === 'string') {
      const details = { reason: to };
      if (await transitionDelivery(context, id, address, ['pending'], 'suppressed', details)) {
        run.hasProgressed = true;
        tally.finished += 1;
      }
      continue;
    }
    const send = await message.template.compose({
      ...personalizeMessage(context, message.content, to, 'sent'),
      id,
      to: to.email,
    });
    if (!(await mayLeave(run, id, tally, message))) break;
    const claimId = toHex(context.randomBytes(8));
    if (await claimDelivery(context, id, address, claimId))
      pace.start(async () => {
        try {
          await recordOutcome(run, { id, address, claimId, tally }, await send());
        } catch (cause) {
          // The delivery stays in doubt.
          context.log({ level: 'error', event: 'delivery-failed', id, cause });
        }
      });
  }
  await closeTurn(run, id, { isLast: false });
}

/**
 * Waits until the next email may leave. False where none of this campaign may: the time is up, it was paused or cancelled,
 * its emails fail, or another run has taken over.
 */
async function mayLeave(
  { context, holder, until, isOver, pace }: CampaignRun,
  id: string,
  tally: CampaignProgress,
  { template }: PreparedMessage,
): Promise<boolean> {
  const atOnce = Math.max(1, Math.floor(IN_FLIGHT_BYTES / (template.bytes + 1)));
  // With all that is under way in doubt, there would be no more of them in a row than pause the campaign.
  const most = () => Math.min(atOnce, Math.max(1, MAX_IN_DOUBT_IN_ROW - tally.inDoubtInRow));
  for (;;) {
    await pace.wait(most, until);
    if (isOver() || isStreakTooLong(tally)) return false;
    const { campaign, sender } = await readBeforeSending(context, id);
    if (campaign?.state !== 'sending' || sender.holder !== holder) return false;
    pace.noteCodes(sender.codes);
    if (pace.isFree()) return true;
  }
}

interface Claimed {
  id: string;
  address: string;
  claimId: string;
  tally: CampaignProgress;
}

async function recordOutcome(
  run: CampaignRun,
  { id, address, claimId, tally }: Claimed,
  result: SendResult,
): Promise<void> {
  const { context, pace } = run;
  const { log } = context;
  const record = (to: DeliveryState, details = {}) =>
    transitionDelivery(context, id, address, ['sending'], to, { ...details, claimId });
  switch (result.outcome) {
    case 'sent':
      run.hasProgressed = true;
      pace.endPause();
      Object.assign(tally, { finished: tally.finished + 1, rejectedInRow: 0, inDoubtInRow: 0 });
      await record('sent', { messageId: result.messageId });
      return;
    case 'rejected':
      run.hasProgressed = true;
      Object.assign(tally, {
        finished: tally.finished + 1,
        rejectedInRow: tally.rejectedInRow + 1,
        inDoubtInRow: 0,
      });
      log({ level: 'warn', event: 'delivery-rejected', id, reason: withoutAddresses(result.reason) });
      await record('failed', { reason: result.reason });
      return;
    case 'in-doubt':
      tally.inDoubtInRow += 1;
      log({ level: 'warn', event: 'delivery-in-doubt', id, reason: result.reason });
      return;
    case 'throttled':
    case 'unreached':
      pace.pause();
      await record('pending');
      return;
    case 'sender-rejected':
      await record('pending');
      await pauseForSender(context, id, result);
      return;
  }
}

const tallyOf = ({ tallies }: CampaignRun, { id, rejectedInRow = 0, inDoubtInRow = 0 }: Campaign) => {
  const tally = tallies.get(id) ?? { finished: 0, rejectedInRow, inDoubtInRow };
  tallies.set(id, tally);
  return tally;
};

/**
 * Writes what was counted to the campaign's row, and pauses the campaign if its emails fail. Only at the last turn are SES's
 * answers waited for: one that does not come would hold up every campaign.
 */
export async function closeTurn(
  { context, pace, tallies }: CampaignRun,
  id: string,
  { isLast }: { isLast: boolean },
): Promise<void> {
  const tally = tallies.get(id);
  if (!tally) return;
  // The note of a streak has its length, with what is still under way.
  if (isLast || isStreakTooLong(tally)) {
    await pace.settled();
    tallies.delete(id);
  }
  const progress = { ...tally };
  tally.finished = 0;
  const campaign = await recordProgress(context, id, progress);
  if (campaign) await pauseIfFailing(context, campaign);
}

/** Asked again for each turn: members who were removed, moved or unsubscribed since get nothing. */
function recipientOrReason(
  { isTest }: Campaign,
  address: string,
  person: Recipient | undefined,
): Recipient | ExclusionReason {
  if (person?.email.toLowerCase() !== address.toLowerCase()) return 'not-a-member';
  return (isTest ? undefined : exclusionReason(person)) ?? person;
}

async function prepareOnce(run: CampaignRun, campaign: Campaign): Promise<PreparedMessage | undefined> {
  if (run.prepared?.id !== campaign.id)
    run.prepared = { id: campaign.id, message: await prepareMessage(run.context, campaign) };
  return run.prepared.message;
}

/** Undefined where the text or an attachment has been deleted. */
async function prepareMessage(
  context: CampaignSenderContext,
  { id, replyTo }: Campaign,
): Promise<PreparedMessage | undefined> {
  const content = await getMessage(context, id);
  if (!content) return undefined;
  const bodies = await Promise.all(content.attachments.map(({ key }) => getAttachment(context, key)));
  const files: MailAttachment[] = [];
  for (const [index, file] of content.attachments.entries()) {
    const bytes = bodies[index];
    if (!bytes) return undefined;
    files.push({ ...file, bytes });
  }
  return { content, template: await context.sender.prepareTemplate(files, replyTo) };
}
