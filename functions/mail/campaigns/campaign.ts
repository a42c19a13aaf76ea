import * as z from 'zod/mini';
import { CAMPAIGN_STATES, DELIVERY_STATES, type DeliveryStatus, type ExclusionReason } from '#shared/choices';
import { mailRetentionDays } from '#shared/mail-limits';
import type { Recipient } from '../suppressions/recipients.ts';

/** An email to many members, from its creation until the last delivery is finished. */
export const Campaign = z.object({
  /** 32 hex digits. */
  id: z.string(),
  subject: z.string(),
  senderUid: z.string(),
  /** First and last name. */
  senderName: z.string(),
  state: z.enum(CAMPAIGN_STATES),
  /** ISO 8601, UTC, like all instants here. */
  createdAt: z.string(),
  /** The campaign is not sent before this time. */
  sendAt: z.string(),
  endedAt: z.optional(z.string()),
  /** The number of deliveries, once all are written. */
  total: z.number(),
  /**
   * Deliveries that have an outcome; one that was cancelled before it was sent has none. This and the counts below are
   * only about right until the campaign is counted.
   */
  finished: z.number(),
  bounced: z.number(),
  complained: z.number(),
  failed: z.optional(z.number()),
  unknown: z.optional(z.number()),
  suppressed: z.optional(z.number()),
  /** Rejected since the last one that SES took, or since the last resume. */
  rejectedInRow: z.optional(z.number()),
  /** Calls without an answer of SES since its last one, or since the last resume. */
  inDoubtInRow: z.optional(z.number()),
  /** The counts at the last resume: only later events can pause the campaign again. */
  countsAtResume: z.optional(z.object({ finished: z.number(), bounced: z.number(), complained: z.number() })),
  attachments: z.array(z.object({ name: z.string(), size: z.number() })),
  /** Where answers go; absent for the sender's default. */
  replyTo: z.optional(z.string()),
  /** Why it was paused or ended early. */
  note: z.optional(z.string()),
  /** The campaign that an earlier version made to send this one again to those whom it did not reach. */
  resentAs: z.optional(z.string()),
  /** A test: one delivery to its own sender, whatever their preferences; shown nowhere. */
  isTest: z.optional(z.boolean()),
  /** All its deliveries are in the table. */
  isWritten: z.optional(z.boolean()),
  /** While there is something left to do. Afterwards the counts on the row are those of the deliveries. */
  due: z.optional(z.string()),
  /** When the next of it can be done. */
  dueAt: z.optional(z.string()),
});
export type Campaign = z.output<typeof Campaign>;

export type DeliveryCounts = Record<DeliveryStatus, number>;

/** What a campaign's row has of the counts of its deliveries. */
export const campaignCounts = (counts: DeliveryCounts) => ({
  finished: countFinished(counts),
  bounced: counts.bounced,
  complained: counts.complained,
  failed: counts.failed,
  unknown: counts.unknown,
  suppressed: counts.suppressed,
});

/** What the sender counts of a campaign. */
export interface CampaignProgress {
  /** Deliveries with an outcome since its row was written the last time. */
  finished: number;
  /** Rejected since the last one that SES took. */
  rejectedInRow: number;
  /** Calls without an answer since the last answer of SES. */
  inDoubtInRow: number;
}

/** Campaigns and their deliveries are stored for 13 months. In seconds since 1970. */
export const mailExpiresAt = ({ sendAt }: Pick<Campaign, 'sendAt'>): number =>
  Math.floor(Date.parse(sendAt) / 1000) + mailRetentionDays.longest * 86_400;

/** One campaign to one address. */
export const Delivery = z.object({
  sk: z.string(),
  address: z.string(),
  uid: z._default(z.string(), ''),
  state: z.enum(DELIVERY_STATES),
  /** While it is being sent: without an answer or an event until then, it is unknown. */
  inDoubtUntil: z.optional(z.string()),
  reason: z.optional(z.string()),
  /** The time of each state. */
  times: z._default(z.partialRecord(z.enum(DELIVERY_STATES), z.string()), {}),
});
export type Delivery = z.output<typeof Delivery>;

/** A message in the queue of campaigns: it has the sender begin, which reads in the table what to do. */
export const formatQueueMessage = (message: { campaign: string }): string => JSON.stringify(message);

/**
 * Why a member gets no announcement now; undefined for those who get one. Checked before sending, and again for each
 * delivery.
 */
export function exclusionReason(person: Recipient | undefined): ExclusionReason | undefined {
  if (!person) return 'not-a-member';
  if (person.state === 'disabled') return 'disabled';
  if (person.suppressedBecause) return 'suppressed';
  if (person.announcementsOff) return 'unsubscribed';
  if (!person.emailVerified) return 'unverified';
  return undefined;
}

/** The status of a delivery as administrators see it; it depends on the campaign's state too. */
export function deliveryStatus(
  { state }: Pick<Delivery, 'state'>,
  campaign: Pick<Campaign, 'state'>,
): DeliveryStatus {
  if (state !== 'pending') return state;
  return campaign.state === 'cancelled' ? 'cancelled' : 'waiting';
}

export const emptyCounts = (): DeliveryCounts => ({
  waiting: 0,
  sending: 0,
  sent: 0,
  delivered: 0,
  bounced: 0,
  complained: 0,
  failed: 0,
  suppressed: 0,
  unknown: 0,
  cancelled: 0,
});

/** The number of finished deliveries; what was cancelled before it was sent is not finished. */
export const countFinished = (counts: DeliveryCounts): number =>
  Object.values(counts).reduce((sum, n) => sum + n, 0) - counts.waiting - counts.sending - counts.cancelled;

/** Whether nothing more is sent. */
export const isFinished = ({ state }: Pick<Campaign, 'state'>): boolean =>
  state === 'cancelled' || state === 'done';

/** The history of a delivery, oldest first; the last entry has the receiving server's reply. */
export function deliveryHistory({
  times,
  reason,
}: Delivery): { what: DeliveryStatus; at: string; detail?: string }[] {
  const history = DELIVERY_STATES.flatMap((state) => {
    const at = times[state];
    const what = state === 'pending' ? 'waiting' : state;
    return at === undefined ? [] : [{ what, at } as const];
  }).sort((a, b) => a.at.localeCompare(b.at));
  return history.map((entry, index) =>
    index === history.length - 1 && reason !== undefined ? { ...entry, detail: reason } : entry,
  );
}
