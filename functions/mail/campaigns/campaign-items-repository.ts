import * as z from 'zod/mini';
import { CAMPAIGN_STATES, DELIVERY_STATES } from '#shared/choices';
import { mailRetentionDays } from '#shared/mail-limits';
import { keys } from '../../platform/table/schema.ts';
import { type Item, parseItem, seconds } from '../../platform/table/table.ts';
import type { Campaign, Delivery } from './campaign.ts';

/** The partition of the index `due` for mail to many; service mail has its own. */
export const DUE_CAMPAIGNS = 'CAMPAIGN';

/** The ledger stays for 13 months. */
export const deliveriesExpireAt = ({ sendAt }: Pick<Campaign, 'sendAt'>): number =>
  seconds(new Date(sendAt)) + mailRetentionDays.longest * 86_400;

const CampaignItem: z.ZodMiniType<Campaign> = z.object({
  id: z.string(),
  subject: z.string(),
  senderUid: z.string(),
  senderName: z.string(),
  state: z.enum(CAMPAIGN_STATES),
  createdAt: z.string(),
  sendAt: z.string(),
  endedAt: z.optional(z.string()),
  total: z.number(),
  finished: z.number(),
  bounced: z.number(),
  complained: z.number(),
  failed: z.optional(z.number()),
  unknown: z.optional(z.number()),
  suppressed: z.optional(z.number()),
  countsAtResume: z.optional(z.object({ finished: z.number(), bounced: z.number(), complained: z.number() })),
  attachments: z.array(z.object({ name: z.string(), size: z.number() })),
  note: z.optional(z.string()),
  resendOf: z.optional(z.string()),
  resentAs: z.optional(z.string()),
  isTest: z.optional(z.boolean()),
  cursor: z.optional(z.string()),
});
const Kind = z.object({ kind: z.string() });

/** Undefined for a row of service mail. */
export const campaignOf = (item: Item): Campaign | undefined =>
  parseItem(Kind, item).kind === 'campaign' ? parseItem(CampaignItem, item) : undefined;

const CopyItem = z.object({
  sk: z.string(),
  address: z.string(),
  uid: z._default(z.string(), ''),
  state: z.enum(DELIVERY_STATES),
  leaseUntil: z.optional(z.string()),
  messageId: z.optional(z.string()),
  reason: z.optional(z.string()),
  times: z._default(z.partialRecord(z.enum(DELIVERY_STATES), z.string()), {}),
});

export function copyOf(item: Item): Delivery {
  const { sk, ...copy } = parseItem(CopyItem, item);
  return { ...copy, place: sk };
}

/** The copies of one mail; '$' follows '#'. */
export const deliveriesQuery = (id: string, after = 'TO#') => ({
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
  values: { ':pk': keys.mail(id).pk, ':first': after === 'TO#' ? after : `${after}\u0000`, ':last': 'TO$' },
});
