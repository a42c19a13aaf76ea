import * as z from 'zod/mini';
import { CAMPAIGN_STATES, DELIVERY_STATUSES } from '#shared/choices';
import { endpoint } from './endpoint.ts';
import {
  addressSearch,
  Count,
  CursorPage,
  cursorLike,
  Envelope,
  FileLink,
  PLACE_IN_TIME,
  startsInside,
} from './envelope.ts';

const CampaignId = z.string().check(z.regex(/^[0-9a-f]{32}$/, 'Invalid email ID.'));

/** In the state `done`, total = sent + failed + suppressed + unknown. */
const CampaignState = z.enum(CAMPAIGN_STATES);

export const DeliveryStatus = z.enum(DELIVERY_STATUSES);

/** The number of deliveries in each state; together they are `total`. */
const DeliveryCounts = z.record(DeliveryStatus, z.number());

export const CampaignSummary = z.object({
  id: z.string(),
  subject: z.string(),
  state: CampaignState,
  /** First and last name of the sender. */
  senderName: z.string(),
  createdAt: z.iso.datetime(),
  /** When the campaign is or was due. */
  dueAt: z.iso.datetime(),
  endedAt: z.optional(z.iso.datetime()),
  total: z.number(),
  /** Deliveries that are finished: sent, failed, suppressed or unknown. */
  finished: z.number(),
  bounced: z.number(),
  complained: z.number(),
  attachments: z.array(z.object({ name: z.string(), size: z.number() })),
  /** Where answers go; absent for campaigns of before it was stored. */
  replyTo: z.optional(z.string()),
  /** Deliveries that were not sent, and those with an unknown outcome. */
  failed: z.optional(z.number()),
  unknown: z.optional(z.number()),
  suppressed: z.optional(z.number()),
  /** Why it was paused or cancelled, and by whom. */
  note: z.optional(z.string()),
});
export type CampaignSummary = z.output<typeof CampaignSummary>;

/** Newest first, 20 a page. */
export const getCampaigns = endpoint({
  route: 'GET /admin/campaigns',
  access: 'admin',
  request: z.object({ cursor: cursorLike(PLACE_IN_TIME) }),
  reply: Envelope(CursorPage(CampaignSummary)),
});

/** One campaign, with its deliveries counted at each call. 404 for an unknown id. */
export const getCampaign = endpoint({
  route: 'GET /admin/campaign',
  access: 'admin',
  request: z.object({ id: CampaignId }),
  reply: Envelope(z.extend(CampaignSummary, { counts: DeliveryCounts })),
});

const DeliveryReply = z.object({
  address: z.string(),
  state: DeliveryStatus,
  /** What happened, oldest first. */
  history: z.array(z.object({ what: DeliveryStatus, at: z.iso.datetime(), detail: z.optional(z.string()) })),
});

/** A campaign's deliveries by address; `search` is the beginning of one. */
export const getDeliveries = endpoint({
  route: 'GET /admin/campaign-deliveries',
  access: 'admin',
  request: z
    .object({
      id: CampaignId,
      state: z.optional(DeliveryStatus),
      limit: z._default(Count(1000), 50),
      ...addressSearch,
    })
    .check(startsInside),
  reply: Envelope(CursorPage(DeliveryReply)),
});

/** Every delivery with its outcome as CSV, in which spreadsheets find no formulas. */
export const exportDeliveries = endpoint({
  route: 'GET /admin/export-deliveries',
  access: 'admin',
  freshSecondFactor: true,
  request: z.object({ id: CampaignId }),
  reply: Envelope(FileLink),
});

/** The message with the caller's own values: `html` is a whole document for a sandboxed frame. 409 if it has been deleted. */
export const getCampaignMessage = endpoint({
  route: 'GET /admin/campaign-message',
  access: 'admin',
  request: z.object({ id: CampaignId }),
  reply: Envelope(z.object({ subject: z.string(), html: z.string(), text: z.string() })),
});

/**
 * `cancel`: deliveries in flight still arrive, no more are sent; 409 for a campaign that has ended. `pause`: 409 for a
 * campaign that is not being sent. `resume`: earlier bounces no longer pause it; 409 for one that is not paused.
 */
export const changeCampaign = endpoint({
  route: 'POST /admin/campaign',
  access: 'admin',
  request: z.object({
    action: z.enum(['cancel', 'pause', 'resume']),
    id: CampaignId,
  }),
  reply: Envelope(z.object({ id: z.string() })),
});

/** The content for a new campaign like this one; attachments are named and must be chosen again. */
export const duplicateCampaign = endpoint({
  route: 'GET /admin/duplicate-campaign',
  access: 'admin',
  request: z.object({ id: CampaignId }),
  reply: Envelope(
    z.object({
      subject: z.string(),
      content: z.string(),
      recipients: z.array(z.string()),
      /** Empty for the association's own address. */
      replyTo: z.string(),
      attachments: z.array(z.object({ name: z.string(), size: z.number() })),
    }),
  ),
});
