import type { DeliveryState } from '#shared/choices';
import type { KeyedHash } from '../../platform/keyed-hash.ts';
import type { CampaignSender } from '../../platform/mailer.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { createUnsubscribeToken, unsubscribeLinks } from '../suppressions/preferences.ts';
import type { Campaign, Delivery } from './campaign.ts';
import type { Pace, Road } from './campaign-queue.ts';
import type { Campaigns, Recipient, Recipients } from './campaigns.ts';
import { personalizeMessage } from './message.ts';
import type { MessageContent, MessageStore } from './message-content.ts';
import { membershipPageUrl } from './preview-campaign.ts';
import { exclusionReason } from './recipients.ts';
import { ConcurrencyLimit, effectiveRate, SendRateLimiter, type Waiting } from './send-rate-limiter.ts';

/** What a second holds, and at least this many: what a worker that is killed may leave unclear. */
const MIN_IN_FLIGHT = 14;
/** Together, so that large attachments leave memory for themselves. */
const IN_FLIGHT_BYTES = 48 * 1024 * 1024;
/** News of a copy without an answer comes within this time, or it counts as unknown. */
const IN_DOUBT_MS = 15 * 60_000;
/** As many that SES turned away in a row are no accident: another start tries again. */
const MAX_REJECTED_IN_A_ROW = 50;
const PAGE = 98;

export type CopyDeps = Runtime &
  Waiting & {
    road: Road;
    campaigns: Pick<Campaigns, 'find'>;
    recipients: Recipients;
    letters: MessageStore;
    sender: CampaignSender;
    pace: Pace;
    keyedHash: KeyedHash;
    siteUrl: string;
    /** Marks a copy in flight as one without an answer. */
    markInDoubt: (id: string, place: string) => Promise<unknown>;
  };

/** `leaveOpen` of a road. */
export const inDoubtMarker =
  ({ now, road }: Pick<CopyDeps, 'now' | 'road'>): CopyDeps['markInDoubt'] =>
  (id, place) =>
    road.settle(id, place, ['pending', 'sending'], 'sending', now(), {
      leaseUntil: new Date(now().getTime() + IN_DOUBT_MS),
    });

export interface DeliveryRun {
  /** Each copy that waits gets its turn. */
  firstPass(): Promise<'passed' | 'stopped' | 'not-allowed'>;
  /** Those that were refused for their rate get further ones. */
  retryPass(): Promise<void>;
}

interface LeaseHandle {
  until: Date;
  keep: () => Promise<boolean>;
  isAllowed: () => Promise<boolean>;
}

/** Gets ready to send what is left of a mail; `gone` where its text is. */
export async function startDeliveryRun(
  deps: CopyDeps,
  campaign: Campaign,
  owner: string,
  { until, keep, isAllowed }: LeaseHandle,
): Promise<DeliveryRun | 'gone'> {
  const { now, road, log } = deps;
  const letter = await deps.letters.get(campaign.id);
  const files = letter && (await filesOf(deps, letter));
  if (!letter || !files) return 'gone';
  const template = await deps.sender.prepareTemplate(files);
  const allowed = await deps.sender.maxPerSecond();
  const perSecond = effectiveRate(allowed);
  const most = Math.max(
    2,
    Math.min(
      Math.max(MIN_IN_FLIGHT, Math.ceil(perSecond)),
      Math.floor(IN_FLIGHT_BYTES / (template.bytes + 1)),
    ),
  );
  const batch = Math.floor(most / 2);
  const flight = new ConcurrencyLimit(most);
  const rate = new SendRateLimiter(deps, allowed);
  const renew = membershipPageUrl(deps.siteUrl);
  let finished = campaign.finished;
  let refusedInARow = 0;
  let keptAt = now().getTime();
  const isTimeUp = () => now() >= until || refusedInARow >= MAX_REJECTED_IN_A_ROW;

  const settle = async (
    { place }: Delivery,
    from: readonly DeliveryState[],
    to: DeliveryState,
    details = {},
  ): Promise<void> => {
    await road.settle(campaign.id, place, from, to, now(), details);
    finished += 1;
  };

  const send = async (copy: Delivery, person: Recipient, at: number): Promise<void> => {
    const links = unsubscribeLinks(deps.siteUrl, createUnsubscribeToken(deps, person.uid));
    const outgoing = {
      ...personalizeMessage(letter, person, now(), { renew, unsubscribe: links.page }),
      mailId: campaign.id,
      to: person.address,
      unsubscribe: links.oneClick,
    };
    const result = await rate.through(at, (beforeSend) => template.send(outgoing, beforeSend));
    const isTurnedAway = result.outcome === 'throttled' || result.outcome === 'unreached';
    refusedInARow = isTurnedAway ? refusedInARow + 1 : 0;
    const inFlight = ['pending', 'sending'] as const;
    switch (result.outcome) {
      case 'sent':
        return settle(copy, inFlight, 'sent', { messageId: result.messageId });
      case 'rejected':
        log({ level: 'warning', event: 'delivery-rejected', id: campaign.id, reason: result.reason });
        return settle(copy, inFlight, 'failed', { reason: result.reason });
      case 'throttled':
      case 'unreached':
        await road.settle(campaign.id, copy.place, inFlight, 'retry', now());
        return;
      case 'in-doubt':
        log({ level: 'warning', event: 'delivery-in-doubt', id: campaign.id, reason: result.reason });
        await deps.markInDoubt(campaign.id, copy.place);
    }
  };

  /** Copies that leave now, with their persons; the others are told why not. */
  const partitionRecipients = async (copies: readonly Delivery[], people: Map<string, Recipient>) => {
    const leaving: { copy: Delivery; person: Recipient }[] = [];
    for (const copy of copies) {
      const person = people.get(copy.uid);
      const moved = person && person.address.toLowerCase() !== copy.address.toLowerCase();
      const reason = moved ? 'not-a-member' : campaign.isTest ? undefined : exclusionReason(person);
      if (person && !reason) leaving.push({ copy, person });
      else await settle(copy, ['pending', 'retry'], 'suppressed', { reason: reason ?? 'not-a-member' });
    }
    return leaving;
  };

  /** Room, a place in the account's rate and the claim; false where the mail is no longer ours. */
  const launch = async (
    leaving: { copy: Delivery; person: Recipient }[],
    claim: () => Promise<boolean>,
  ): Promise<boolean> => {
    await flight.room(leaving.length);
    if (now().getTime() - keptAt > 20_000) {
      keptAt = now().getTime();
      if (!(await keep())) return false;
    }
    const [first, isOurs] = await Promise.all([
      leaving.length > 0 ? deps.pace.reserve(leaving.length, perSecond, now()) : now(),
      claim(),
    ]);
    if (!isOurs) return false;
    const apart = 1000 / perSecond;
    for (const [index, { copy, person }] of leaving.entries())
      flight.start(() => send(copy, person, first.getTime() + index * apart));
    return true;
  };

  async function pass(): Promise<'passed' | 'stopped' | 'not-allowed'> {
    let cursor = campaign.cursor;
    for (;;) {
      const page = await road.after(campaign.id, cursor, PAGE);
      if (page.length === 0) return 'passed';
      if (!(await isAllowed())) return 'not-allowed';
      const people = await deps.recipients.byUid(page.map(({ uid }) => uid));
      for (let from = 0; from < page.length; from += batch) {
        if (isTimeUp()) return 'stopped';
        const group = page.slice(from, from + batch);
        const to = group.at(-1)?.place ?? '';
        const waiting = group.filter(({ state }) => state === 'pending');
        const leaving = await partitionRecipients(waiting, people);
        if (!(await launch(leaving, () => road.claim(campaign.id, owner, to, finished)))) return 'stopped';
        cursor = to;
      }
    }
  }

  return {
    async firstPass() {
      try {
        return await pass();
      } finally {
        await flight.land();
      }
    },

    async retryPass() {
      for (;;) {
        const retries: Delivery[] = [];
        for await (const copy of road.ledger(campaign.id)) if (copy.state === 'retry') retries.push(copy);
        if (retries.length === 0 || isTimeUp() || !(await isAllowed())) return;
        for (let from = 0; from < retries.length && !isTimeUp(); from += batch) {
          const group = retries.slice(from, from + batch);
          const leaving = await partitionRecipients(
            group,
            await deps.recipients.byUid(group.map(({ uid }) => uid)),
          );
          const claim = async () => {
            if ((await deps.campaigns.find(campaign.id))?.state !== 'sending') return false;
            const open = { leaseUntil: new Date(now().getTime() + IN_DOUBT_MS) };
            for (const { copy } of leaving)
              await road.settle(campaign.id, copy.place, ['retry'], 'sending', now(), open);
            return true;
          };
          if (!(await launch(leaving, claim))) return flight.land();
        }
        await flight.land();
      }
    },
  };
}

async function filesOf({ letters }: CopyDeps, { attachments }: MessageContent) {
  const files = await Promise.all(
    attachments.map(async (file) => ({ ...file, bytes: await letters.getAttachment(file.key) })),
  );
  return files.every((file): file is typeof file & { bytes: Uint8Array } => file.bytes !== undefined)
    ? files
    : undefined;
}
