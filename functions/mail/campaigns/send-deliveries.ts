import pLimit from 'p-limit';
import type { DeliveryState, ExclusionReason } from '#shared/choices';
import { toHex, withoutAddresses } from '#shared/text';
import { reserveSendSlots } from '../../limits/repository.ts';
import { isUidOfActiveAdministrator } from '../../members/repository.ts';
import type { Context } from '../../platform/context.ts';
import type { MimeTemplate, OutgoingDelivery } from '../../platform/mailer.ts';
import type { QueuedMessage } from '../../platform/queue.ts';
import { exclusionReason, findRecipientsByUid, type Recipient } from '../suppressions/recipients.ts';
import { advanceCampaign } from './advance-campaigns.ts';
import { pauseForSender, pauseIfFailing, stopNotes } from './automatic-stops.ts';
import { type BatchCounts, type Campaign, type CampaignQueueMessage, parseQueueMessage } from './campaign.ts';
import { addFinishedDeliveries, findCampaign, stopCampaign } from './campaign-repository.ts';
import { claimDelivery, transitionDelivery } from './delivery-repository.ts';
import { messageLinks, personalizeMessage } from './message.ts';
import { type MessageFrame, messageFrames } from './message-frame.ts';
import type { MessageContent } from './message-store.ts';
import { getAttachment, getMessage } from './message-store.ts';
import { cachedRate, type SendRateLimiter } from './send-rate-limiter.ts';

/** Without a reply of SES its event must come within this time, or the delivery is unknown. */
const IN_DOUBT_MS = 15 * 60_000;
/** Of the attachments of emails that are sent at one time: bounds the memory. */
const IN_FLIGHT_BYTES = 24 * 1024 * 1024;
/** The delay before the first retry of what failed; it doubles each time. */
const FIRST_RETRY_SECONDS = 5;
const LONGEST_RETRY_SECONDS = 1800;

export type CampaignSenderContext = Pick<
  Context,
  | 'log'
  | 'now'
  | 'table'
  | 'mailFiles'
  | 'queue'
  | 'randomBytes'
  | 'sleep'
  | 'sender'
  | 'keyedHash'
  | 'siteUrl'
  | 'contactAddress'
  | 'seat'
>;

/** A message of the queue with what it says. */
type Received = CampaignQueueMessage & { message: QueuedMessage };
type QueuedDelivery = NonNullable<CampaignQueueMessage['delivery']> & { message: QueuedMessage };

/** The message is deleted unless the outcome is `retry`. */
type Outcome = 'sent' | 'rejected' | 'suppressed' | 'in-doubt' | 'skipped' | 'retry';
const FINISHED: readonly Outcome[] = ['sent', 'rejected', 'suppressed'];

/** What the deliveries of one campaign share. */
interface PreparedMessage {
  content: MessageContent;
  frame: MessageFrame;
  template: MimeTemplate;
}

/**
 * The consumer of the queue, which delivers each message at least once: a delivery is claimed before it is sent, so that no
 * email is sent twice. The returned function takes a batch and resolves to the messages that must come again.
 */
export function campaignConsumer(
  context: CampaignSenderContext,
): (messages: readonly QueuedMessage[]) => Promise<QueuedMessage[]> {
  const { now, log } = context;
  const prepare = cacheLast((campaign) => prepareMessage(context, campaign));
  const findRate = cachedRate(context);

  async function sendDeliveries(id: string, queued: readonly QueuedDelivery[]): Promise<Outcome[]> {
    const campaign = await findCampaign(context, id);
    // What waits is queued again when the campaign is resumed.
    if (campaign?.state !== 'sending') return [];
    const [isAllowed, prepared, people, { planned, limiter }] = await Promise.all([
      isUidOfActiveAdministrator(context, campaign.senderUid),
      prepare(campaign),
      findRecipientsByUid(
        context,
        queued.map(({ uid }) => uid),
      ),
      findRate(),
    ]);
    if (!isAllowed || !prepared) {
      await stopCampaign(
        context,
        id,
        'cancelled',
        stopNotes[isAllowed ? 'messageDeleted' : 'notAllowed'],
        now(),
      );
      return [];
    }
    const checked = queued.map((delivery) => ({
      delivery,
      to: recipientOrReason(campaign, delivery, people.get(delivery.uid)),
    }));
    const toSend = checked.filter(({ to }) => typeof to !== 'string').length;
    const first = toSend > 0 ? await reserveSendSlots(context, toSend, planned, now()) : now();
    let slot = first.getTime();
    const atOnce = Math.max(1, Math.floor(IN_FLIGHT_BYTES / (prepared.template.bytes + 1)));
    const outcomes = await pLimit(Math.min(atOnce, queued.length)).map(
      checked,
      async ({ delivery, to }): Promise<Outcome> => {
        try {
          if (typeof to === 'string') return await suppressDelivery(context, id, delivery, to);
          const sendAt = slot;
          slot += 1000 / planned;
          const outgoing = composeFor(context, id, prepared, to);
          const waitMs = sendAt - now().getTime();
          if (waitMs > 0) await context.sleep(waitMs);
          return await sendDelivery(context, id, delivery, limiter, () => prepared.template.send(outgoing));
        } catch (cause) {
          // The others go on: none may still be sending when this function has returned.
          log({ level: 'error', event: 'delivery-failed', id, cause });
          return 'retry';
        }
      },
    );
    const counted = await addFinishedDeliveries(context, id, countOutcomes(outcomes), now());
    if (counted && counted.finished >= counted.total) await advanceCampaign(context, id);
    else if (counted) await pauseIfFailing(context, counted);
    return outcomes;
  }

  async function handleCampaign(id: string, group: readonly Received[]): Promise<QueuedMessage[]> {
    const queued = group.flatMap(({ message, delivery }) => (delivery ? [{ ...delivery, message }] : []));
    try {
      if (queued.length < group.length) await advanceCampaign(context, id);
      const outcomes = queued.length > 0 ? await sendDeliveries(id, queued) : [];
      return queued.flatMap(({ message }, index) => (outcomes[index] === 'retry' ? [message] : []));
    } catch (cause) {
      log({ level: 'error', event: 'delivery-failed', id, cause });
      const messages = group.map(({ message }) => message);
      await Promise.allSettled(messages.map((message) => postpone(context, message)));
      return messages;
    }
  }

  return async (messages) => {
    const again: QueuedMessage[] = [];
    const received = messages.flatMap((message): Received[] => {
      try {
        return [{ message, ...parseQueueMessage(message.body) }];
      } catch (cause) {
        log({ level: 'error', event: 'delivery-failed', id: message.messageId, cause });
        again.push(message);
        return [];
      }
    });
    for (const [id, group] of Map.groupBy(received, ({ campaign }) => campaign))
      again.push(...(await handleCampaign(id, group)));
    return again;
  };
}

/** Claims the delivery, calls SES at most once and records the outcome. */
async function sendDelivery(
  context: CampaignSenderContext,
  id: string,
  { address, message }: QueuedDelivery,
  limiter: SendRateLimiter,
  send: () => ReturnType<MimeTemplate['send']>,
): Promise<Outcome> {
  const { now, log } = context;
  const claimId = toHex(context.randomBytes(8));
  const result = await limiter(async () => {
    const isClaimed = await claimDelivery(
      context,
      id,
      address,
      claimId,
      new Date(now().getTime() + IN_DOUBT_MS),
    );
    return isClaimed ? send() : undefined;
  });
  const record = (to: DeliveryState, details = {}) =>
    transitionDelivery(context, id, address, ['sending'], to, now(), { ...details, claimId });
  switch (result?.outcome) {
    case undefined:
      return 'skipped';
    case 'sent':
      await record('sent', { messageId: result.messageId });
      return 'sent';
    case 'rejected':
      log({ level: 'warn', event: 'delivery-rejected', id, reason: withoutAddresses(result.reason) });
      await record('failed', { reason: result.reason });
      return 'rejected';
    case 'in-doubt':
      log({ level: 'warn', event: 'delivery-in-doubt', id, reason: result.reason });
      return 'in-doubt';
    case 'throttled':
    case 'unreached':
      await record('pending');
      await postpone(context, message);
      return 'retry';
    case 'sender-rejected':
      await record('pending');
      await pauseForSender(context, id, result);
      return 'skipped';
  }
}

const postpone = ({ queue }: CampaignSenderContext, message: QueuedMessage): Promise<void> =>
  queue.postpone(
    message,
    Math.min(LONGEST_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** (message.receiveCount - 1)),
  );

/** What a batch adds to its campaign, in the order in which it was sent. */
function countOutcomes(outcomes: readonly Outcome[]): BatchCounts {
  const lastSent = outcomes.lastIndexOf('sent');
  const lastAnswer = Math.max(lastSent, outcomes.lastIndexOf('rejected'));
  const countAfter = (last: number, wanted: Outcome) =>
    outcomes.slice(last + 1).filter((outcome) => outcome === wanted).length;
  return {
    finished: outcomes.filter((outcome) => FINISHED.includes(outcome)).length,
    rejectedInRow: countAfter(lastSent, 'rejected'),
    inDoubtInRow: countAfter(lastAnswer, 'in-doubt'),
    hasSent: lastSent >= 0,
    hasAnswer: lastAnswer >= 0,
  };
}

async function suppressDelivery(
  context: CampaignSenderContext,
  id: string,
  { address }: QueuedDelivery,
  reason: ExclusionReason,
): Promise<Outcome> {
  const hasChanged = await transitionDelivery(
    context,
    id,
    address,
    ['pending'],
    'suppressed',
    context.now(),
    { reason },
  );
  return hasChanged ? 'suppressed' : 'skipped';
}

/** Asked again for each delivery: members who were removed, moved or unsubscribed since get nothing. */
function recipientOrReason(
  { isTest }: Campaign,
  { address }: QueuedDelivery,
  person: Recipient | undefined,
): Recipient | ExclusionReason {
  if (person?.address.toLowerCase() !== address.toLowerCase()) return 'not-a-member';
  return (isTest ? undefined : exclusionReason(person)) ?? person;
}

/** Undefined where the text or an attachment has been deleted. */
async function prepareMessage(
  context: CampaignSenderContext,
  { id, replyTo }: Campaign,
): Promise<PreparedMessage | undefined> {
  const content = await getMessage(context, id);
  if (!content) return undefined;
  const files = await Promise.all(
    content.attachments.map(async (file) => ({ ...file, bytes: await getAttachment(context, file.key) })),
  );
  const isWhole = files.every(
    (file): file is typeof file & { bytes: Uint8Array } => file.bytes !== undefined,
  );
  if (!isWhole) return undefined;
  return {
    content,
    frame: messageFrames.sent,
    template: await context.sender.prepareTemplate(files, replyTo),
  };
}

/** Caches what was found for the last campaign, because batches of one follow each other. A failure is not cached. */
function cacheLast<T>(find: (campaign: Campaign) => Promise<T>): (campaign: Campaign) => Promise<T> {
  let last: { id: string; found: Promise<T> } | undefined;
  return (campaign) => {
    if (last?.id === campaign.id) return last.found;
    const found = find(campaign);
    last = { id: campaign.id, found };
    found.catch(() => {
      if (last?.found === found) last = undefined;
    });
    return found;
  };
}

function composeFor(
  context: CampaignSenderContext,
  id: string,
  { content, frame }: PreparedMessage,
  person: Recipient,
): OutgoingDelivery {
  const links = messageLinks(context, person.uid);
  return {
    ...personalizeMessage(content, person, context.now(), links, frame),
    mailId: id,
    to: person.address,
    unsubscribe: links.oneClick,
  };
}
