import pLimit from 'p-limit';
import * as z from 'zod/mini';
import type { DeliveryState, ExclusionReason } from '#shared/choices';
import { toHex, withoutAddresses } from '#shared/text';
import type { Limits } from '../../limits/repository.ts';
import { isActiveAdministrator } from '../../members/member.ts';
import type { Members } from '../../members/repository.ts';
import type { KeyedHash } from '../../platform/keyed-hash.ts';
import type { CampaignSender, MimeTemplate, OutgoingDelivery } from '../../platform/mailer.ts';
import type { Queue, QueuedMessage } from '../../platform/queue.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { createUnsubscribeToken, unsubscribeLinks } from '../suppressions/preferences.ts';
import type { Recipients } from '../suppressions/recipients.ts';
import { exclusionReason, type Recipient } from '../suppressions/recipients.ts';
import { type AdvanceCampaignDeps, advanceCampaign } from './advance-campaigns.ts';
import type { Campaign } from './campaign.ts';
import { type Association, messageLinks, personalizeMessage } from './message.ts';
import type { MessageStore } from './message-store.ts';
import { type PreparedMessage, preparedMessages } from './prepared-message.ts';
import { cachedRate, type SendRateLimiter } from './send-rate-limiter.ts';
import { inDoubtInRowNote, rejectedInRowNote, senderProblemNote, stopNotes } from './stop-notes.ts';
import { messageAddress } from './view-message.ts';

/** Without a reply of SES its event must come within this time, or the delivery is unknown. */
const IN_DOUBT_MS = 15 * 60_000;
/** Of the attachments of emails that are sent at one time: bounds the memory. */
const IN_FLIGHT_BYTES = 24 * 1024 * 1024;
/**
 * So many rejections in a row pause a campaign: two batches, all that is sent at one time. Our own check of addresses leaves SES
 * so few to reject that these are about the email, and the others would be rejected as well.
 */
const MAX_REJECTED_IN_ROW = 20;
/**
 * So many calls in a row without an answer of SES pause a campaign: nobody can say whether these emails were sent, and each
 * further call would make one more of them.
 */
const MAX_IN_DOUBT_IN_ROW = 20;
/** The delay before the first retry of what failed; it doubles each time. */
const FIRST_RETRY_SECONDS = 5;
const LONGEST_RETRY_SECONDS = 1800;

export type CampaignSenderDeps = AdvanceCampaignDeps &
  Runtime & {
    members: Pick<Members, 'findMember'>;
    recipients: Recipients;
    messages: MessageStore;
    queue: Queue;
    sender: CampaignSender;
    limits: Pick<Limits, 'reserveSendSlots'>;
    keyedHash: KeyedHash;
  } & Association;

const Body = z.object({
  campaign: z.string(),
  delivery: z.optional(z.object({ uid: z.string(), address: z.string() })),
});
type QueuedDelivery = NonNullable<z.output<typeof Body>['delivery']> & { message: QueuedMessage };

/** The message is deleted unless the outcome is `retry`. */
type Outcome = 'sent' | 'rejected' | 'suppressed' | 'in-doubt' | 'skipped' | 'retry';
const FINISHED: readonly Outcome[] = ['sent', 'rejected', 'suppressed'];

/**
 * The consumer of the queue, which delivers each message at least once: a delivery is claimed before it is sent, so that no
 * email is sent twice. The returned function takes a batch and resolves to the messages that must come again.
 */
export function campaignConsumer(
  deps: CampaignSenderDeps,
): (messages: readonly QueuedMessage[]) => Promise<QueuedMessage[]> {
  const { now, log, campaigns } = deps;
  const prepare = preparedMessages(deps);
  const findRate = cachedRate(deps);

  async function sendDeliveries(id: string, queued: readonly QueuedDelivery[]): Promise<Outcome[]> {
    const campaign = await campaigns.findCampaign(id);
    // What waits is queued again when the campaign is resumed.
    if (campaign?.state !== 'sending') return [];
    const [isAllowed, prepared, people, { planned, limiter }] = await Promise.all([
      isSenderStillAllowed(deps, campaign),
      prepare(campaign),
      deps.recipients.findByUid(queued.map(({ uid }) => uid)),
      findRate(),
    ]);
    if (!isAllowed || !prepared) {
      await campaigns.stop(id, 'cancelled', stopNotes[isAllowed ? 'messageDeleted' : 'notAllowed'], now());
      return [];
    }
    const checked = queued.map((delivery) => {
      const person = people.get(delivery.uid);
      return { delivery, person, reason: reasonToExclude(campaign, delivery, person) };
    });
    const toSend = checked.filter(({ reason }) => reason === undefined).length;
    const first = toSend > 0 ? await deps.limits.reserveSendSlots(toSend, planned, now()) : now();
    let slot = first.getTime();
    const atOnce = Math.max(1, Math.floor(IN_FLIGHT_BYTES / (prepared.template.bytes + 1)));
    const outcomes = await pLimit(Math.min(atOnce, queued.length)).map(
      checked,
      async ({ delivery, person, reason }): Promise<Outcome> => {
        try {
          if (!person || reason) return await suppressDelivery(deps, id, delivery, reason ?? 'not-a-member');
          const sendAt = slot;
          slot += 1000 / planned;
          const outgoing = composeFor(deps, id, prepared, person);
          return await sendDelivery(deps, id, delivery, outgoing, {
            template: prepared.template,
            limiter,
            sendAt,
          });
        } catch (cause) {
          // The others go on: none may still be sending when this function has returned.
          log({ level: 'error', event: 'delivery-failed', id, cause });
          return 'retry';
        }
      },
    );
    const counted = await campaigns.addFinished(id, countOutcomes(outcomes), now());
    if (counted && counted.finished >= counted.total) await advanceCampaign(deps, id);
    else if (counted) await pauseAfterFailures(deps, counted);
    return outcomes;
  }

  async function handleCampaign(id: string, group: readonly Parsed[]): Promise<QueuedMessage[]> {
    const queued = group.flatMap(({ message, delivery }) => (delivery ? [{ ...delivery, message }] : []));
    try {
      if (queued.length < group.length) await advanceCampaign(deps, id);
      const outcomes = queued.length > 0 ? await sendDeliveries(id, queued) : [];
      return queued.flatMap(({ message }, index) => (outcomes[index] === 'retry' ? [message] : []));
    } catch (cause) {
      log({ level: 'error', event: 'delivery-failed', id, cause });
      const messages = group.map(({ message }) => message);
      await Promise.allSettled(
        messages.map((message) => deps.queue.postpone(message, retrySeconds(message))),
      );
      return messages;
    }
  }

  return async (messages) => {
    const again: QueuedMessage[] = [];
    const parsed = messages.flatMap((message) => {
      try {
        return [{ message, ...Body.parse(JSON.parse(message.body)) }];
      } catch (cause) {
        log({ level: 'error', event: 'delivery-failed', id: message.messageId, cause });
        again.push(message);
        return [];
      }
    });
    for (const [id, group] of Map.groupBy(parsed, ({ campaign }) => campaign))
      again.push(...(await handleCampaign(id, group)));
    return again;
  };
}

type Parsed = z.output<typeof Body> & { message: QueuedMessage };

/** Claims the delivery, calls SES at most once and records the outcome. */
async function sendDelivery(
  deps: CampaignSenderDeps,
  id: string,
  { address, message }: QueuedDelivery,
  outgoing: OutgoingDelivery,
  { template, limiter, sendAt }: { template: MimeTemplate; limiter: SendRateLimiter; sendAt: number },
): Promise<Outcome> {
  const { now, log, campaigns, deliveries } = deps;
  const waitMs = sendAt - now().getTime();
  if (waitMs > 0) await deps.sleep(waitMs);
  const claimId = toHex(deps.randomBytes(8));
  const result = await limiter(async () => {
    const isClaimed = await deliveries.claim(id, address, claimId, new Date(now().getTime() + IN_DOUBT_MS));
    return isClaimed ? template.send(outgoing) : undefined;
  });
  const record = (to: DeliveryState, details = {}) =>
    deliveries.transition(id, address, ['sending'], to, now(), { ...details, claimId });
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
      await deps.queue.postpone(message, retrySeconds(message));
      return 'retry';
    case 'sender-rejected': {
      await record('pending');
      const { problem, reason } = result;
      const note = senderProblemNote(problem);
      if (await campaigns.stop(id, 'paused', note, now()))
        log({
          level: 'error',
          event: 'campaign-paused',
          id,
          note,
          problem,
          reason: withoutAddresses(reason),
        });
      return 'skipped';
    }
  }
}

/** What a batch adds to its campaign, in the order in which it was sent. */
function countOutcomes(outcomes: readonly Outcome[]) {
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

async function pauseAfterFailures(
  { now, log, campaigns }: CampaignSenderDeps,
  { id, rejectedInRow = 0, inDoubtInRow = 0 }: Campaign,
): Promise<void> {
  const isRejected = rejectedInRow >= MAX_REJECTED_IN_ROW;
  if (!isRejected && inDoubtInRow < MAX_IN_DOUBT_IN_ROW) return;
  const note = isRejected ? rejectedInRowNote(rejectedInRow) : inDoubtInRowNote(inDoubtInRow);
  if (await campaigns.stop(id, 'paused', note, now()))
    log({ level: 'error', event: 'campaign-paused', id, note });
}

async function suppressDelivery(
  { now, deliveries }: CampaignSenderDeps,
  id: string,
  { address }: QueuedDelivery,
  reason: ExclusionReason,
): Promise<Outcome> {
  const hasChanged = await deliveries.transition(id, address, ['pending'], 'suppressed', now(), { reason });
  return hasChanged ? 'suppressed' : 'skipped';
}

const retrySeconds = ({ receiveCount }: QueuedMessage): number =>
  Math.min(LONGEST_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** (receiveCount - 1));

/** Asked again for each delivery: members who were removed, moved or unsubscribed since get nothing. */
function reasonToExclude(
  { isTest }: Campaign,
  { address }: QueuedDelivery,
  person: Recipient | undefined,
): ExclusionReason | undefined {
  if (person?.address.toLowerCase() !== address.toLowerCase()) return 'not-a-member';
  return isTest ? undefined : exclusionReason(person);
}

function composeFor(
  deps: CampaignSenderDeps,
  id: string,
  { content, frame }: PreparedMessage,
  person: Recipient,
): OutgoingDelivery {
  const links = unsubscribeLinks(deps.siteUrl, createUnsubscribeToken(deps, person.uid));
  return {
    ...personalizeMessage(
      content,
      person,
      deps.now(),
      messageLinks(deps, { unsubscribe: links.page, view: messageAddress(deps, id, person.uid) }),
      { kind: 'sent', frame },
    ),
    mailId: id,
    to: person.address,
    unsubscribe: links.oneClick,
  };
}

const isSenderStillAllowed = async (
  { members }: CampaignSenderDeps,
  { senderUid }: Campaign,
): Promise<boolean> => isActiveAdministrator(await members.findMember(senderUid));
