import type { DeliveryState } from '#shared/choices';
import type { Limits } from '../../limits/repository.ts';
import type { Members } from '../../members/repository.ts';
import type { KeyedHash } from '../../platform/keyed-hash.ts';
import type { CampaignSender } from '../../platform/mailer.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { createUnsubscribeToken, unsubscribeLinks } from '../suppressions/preferences.ts';
import type { Recipients } from '../suppressions/recipients.ts';
import { exclusionReason, type Recipient } from '../suppressions/recipients.ts';
import type { Campaign, Delivery } from './campaign.ts';
import type { CampaignQueue, Campaigns } from './campaign-repository.ts';
import type { Deliveries } from './delivery-repository.ts';
import { type MessageContent, membershipPageUrl, personalizeMessage } from './message.ts';
import type { MessageStore } from './message-store.ts';
import { ConcurrencyLimit, effectiveRate, SendRateLimiter } from './send-rate-limiter.ts';

/** In flight are as many as a second takes, and at least this many: so many may be in doubt after a worker is killed. */
const MIN_IN_FLIGHT = 14;
/** Together, so that large attachments leave memory for themselves. */
const IN_FLIGHT_BYTES = 48 * 1024 * 1024;
/** The event of a delivery without an answer comes within this time, or the delivery is unknown. */
const IN_DOUBT_MS = 15 * 60_000;
/** So many throttled in a row are no accident: the next run tries again. */
const MAX_THROTTLED_IN_A_ROW = 50;
const PAGE = 98;

export type CampaignSenderDeps = Runtime & {
  campaigns: CampaignQueue & Pick<Campaigns, 'findCampaign'>;
  deliveries: Deliveries;
  members: Pick<Members, 'findMember'>;
  recipients: Recipients;
  messages: MessageStore;
  sender: CampaignSender;
  limits: Pick<Limits, 'reserveSendSlots'>;
  keyedHash: KeyedHash;
  siteUrl: string;
  contactAddress: string;
};

/** Marks a delivery in flight as one without an answer. */
export const markInDoubt = (
  { now, deliveries }: Pick<CampaignSenderDeps, 'now' | 'deliveries'>,
  id: string,
  sortKey: string,
): Promise<boolean> =>
  deliveries.transition(id, sortKey, ['pending', 'sending'], 'sending', now(), {
    leaseUntil: new Date(now().getTime() + IN_DOUBT_MS),
  });

export interface DeliveryRun {
  /** Sends each delivery that waits. */
  firstPass(): Promise<'passed' | 'stopped' | 'not-allowed'>;
  /** Sends those again that were throttled. */
  retryPass(): Promise<void>;
}

interface LeaseHandle {
  until: Date;
  renew: () => Promise<boolean>;
  isAllowed: () => Promise<boolean>;
}

/** Prepares to send what is left of a campaign. */
export async function startDeliveryRun(
  deps: CampaignSenderDeps,
  campaign: Campaign,
  owner: string,
  { until, renew, isAllowed }: LeaseHandle,
): Promise<DeliveryRun | 'message-deleted'> {
  const { now, campaigns, deliveries, log } = deps;
  const message = await deps.messages.getMessage(campaign.id);
  const files = message && (await loadAttachments(deps, message));
  if (!message || !files) return 'message-deleted';
  const template = await deps.sender.prepareTemplate(files);
  const allowed = await deps.sender.maxPerSecond();
  const perSecond = effectiveRate(allowed);
  const maxInFlight = Math.max(
    2,
    Math.min(
      Math.max(MIN_IN_FLIGHT, Math.ceil(perSecond)),
      Math.floor(IN_FLIGHT_BYTES / (template.bytes + 1)),
    ),
  );
  const batch = Math.floor(maxInFlight / 2);
  const inFlight = new ConcurrencyLimit(maxInFlight);
  const rate = new SendRateLimiter(deps, allowed);
  const membershipPage = membershipPageUrl(deps.siteUrl);
  let finished = campaign.finished;
  let throttledInARow = 0;
  let renewedAt = now().getTime();
  const isTimeUp = () => now() >= until || throttledInARow >= MAX_THROTTLED_IN_A_ROW;

  const finish = async (
    { sortKey }: Delivery,
    from: readonly DeliveryState[],
    to: DeliveryState,
    details = {},
  ): Promise<void> => {
    await deliveries.transition(campaign.id, sortKey, from, to, now(), details);
    finished += 1;
  };

  const send = async (delivery: Delivery, person: Recipient, at: number): Promise<void> => {
    const links = unsubscribeLinks(deps.siteUrl, createUnsubscribeToken(deps, person.uid));
    const outgoing = {
      ...personalizeMessage(message, person, now(), {
        renew: membershipPage,
        unsubscribe: links.page,
        contactAddress: deps.contactAddress,
      }),
      mailId: campaign.id,
      to: person.address,
      unsubscribe: links.oneClick,
    };
    const result = await rate.run(at, (beforeSend) => template.send(outgoing, beforeSend));
    const isThrottled = result.outcome === 'throttled' || result.outcome === 'unreached';
    throttledInARow = isThrottled ? throttledInARow + 1 : 0;
    const openStates = ['pending', 'sending'] as const;
    switch (result.outcome) {
      case 'sent':
        return finish(delivery, openStates, 'sent', { messageId: result.messageId });
      case 'rejected':
        log({ level: 'warning', event: 'delivery-rejected', id: campaign.id, reason: result.reason });
        return finish(delivery, openStates, 'failed', { reason: result.reason });
      case 'throttled':
      case 'unreached':
        await deliveries.transition(campaign.id, delivery.sortKey, openStates, 'retry', now());
        return;
      case 'in-doubt':
        log({ level: 'warning', event: 'delivery-in-doubt', id: campaign.id, reason: result.reason });
        await markInDoubt(deps, campaign.id, delivery.sortKey);
    }
  };

  /** Deliveries to send now, with their recipients; the others are finished with the reason. */
  const partitionRecipients = async (pending: readonly Delivery[], people: Map<string, Recipient>) => {
    const leaving: { delivery: Delivery; person: Recipient }[] = [];
    for (const delivery of pending) {
      const person = people.get(delivery.uid);
      const hasMoved = person && person.address.toLowerCase() !== delivery.address.toLowerCase();
      const reason = hasMoved ? 'not-a-member' : campaign.isTest ? undefined : exclusionReason(person);
      if (person && !reason) leaving.push({ delivery, person });
      else await finish(delivery, ['pending', 'retry'], 'suppressed', { reason: reason ?? 'not-a-member' });
    }
    return leaving;
  };

  /** Waits for capacity, reserves the account's rate and claims; false where the campaign is no longer this worker's. */
  const sendBatch = async (
    leaving: { delivery: Delivery; person: Recipient }[],
    claim: () => Promise<boolean>,
  ): Promise<boolean> => {
    await inFlight.waitForCapacity(leaving.length);
    if (now().getTime() - renewedAt > 20_000) {
      renewedAt = now().getTime();
      if (!(await renew())) return false;
    }
    const [first, isOurs] = await Promise.all([
      leaving.length > 0 ? deps.limits.reserveSendSlots(leaving.length, perSecond, now()) : now(),
      claim(),
    ]);
    if (!isOurs) return false;
    const spacingMs = 1000 / perSecond;
    for (const [index, { delivery, person }] of leaving.entries())
      inFlight.run(() => send(delivery, person, first.getTime() + index * spacingMs));
    return true;
  };

  async function sendPending(): Promise<'passed' | 'stopped' | 'not-allowed'> {
    let cursor = campaign.cursor;
    for (;;) {
      const page = await deliveries.listAfter(campaign.id, cursor, PAGE);
      if (page.length === 0) return 'passed';
      if (!(await isAllowed())) return 'not-allowed';
      const people = await deps.recipients.findByUid(page.map(({ uid }) => uid));
      for (let from = 0; from < page.length; from += batch) {
        if (isTimeUp()) return 'stopped';
        const group = page.slice(from, from + batch);
        const to = group.at(-1)?.sortKey ?? '';
        const waiting = group.filter(({ state }) => state === 'pending');
        const leaving = await partitionRecipients(waiting, people);
        if (!(await sendBatch(leaving, () => campaigns.claimUpTo(campaign.id, owner, to, finished))))
          return 'stopped';
        cursor = to;
      }
    }
  }

  return {
    async firstPass() {
      try {
        return await sendPending();
      } finally {
        await inFlight.waitForAll();
      }
    },

    async retryPass() {
      for (;;) {
        const retries: Delivery[] = [];
        for await (const delivery of deliveries.walkDeliveries(campaign.id))
          if (delivery.state === 'retry') retries.push(delivery);
        if (retries.length === 0 || isTimeUp() || !(await isAllowed())) return;
        for (let from = 0; from < retries.length && !isTimeUp(); from += batch) {
          const group = retries.slice(from, from + batch);
          const leaving = await partitionRecipients(
            group,
            await deps.recipients.findByUid(group.map(({ uid }) => uid)),
          );
          const claim = async () => {
            if ((await campaigns.findCampaign(campaign.id))?.state !== 'sending') return false;
            const inDoubt = { leaseUntil: new Date(now().getTime() + IN_DOUBT_MS) };
            for (const { delivery } of leaving)
              await deliveries.transition(
                campaign.id,
                delivery.sortKey,
                ['retry'],
                'sending',
                now(),
                inDoubt,
              );
            return true;
          };
          if (!(await sendBatch(leaving, claim))) return inFlight.waitForAll();
        }
        await inFlight.waitForAll();
      }
    },
  };
}

async function loadAttachments({ messages }: CampaignSenderDeps, { attachments }: MessageContent) {
  const files = await Promise.all(
    attachments.map(async (file) => ({ ...file, bytes: await messages.getAttachment(file.key) })),
  );
  return files.every((file): file is typeof file & { bytes: Uint8Array } => file.bytes !== undefined)
    ? files
    : undefined;
}
