import * as z from 'zod/mini';
import { CAMPAIGN_STATES, DELIVERY_STATUSES } from '#shared/choices';
import { endpoint } from './endpoint.ts';
import { addressSearch, Count, cursorLike, Envelope, startsInside } from './envelope.ts';

/** One mail's name in the outbox. */
const CampaignId = z.string().check(z.regex(/^[0-9a-f]{32}$/, 'Invalid email ID.'));

/** `done`: total = sent + failed + suppressed + unknown. */
export const CampaignState = z.enum(CAMPAIGN_STATES);

export const DeliveryStatus = z.enum(DELIVERY_STATUSES);

/** Copies by their present state; together they are `total`. */
const DeliveryCounts = z.record(DeliveryStatus, z.number());

export const CampaignSummary = z.object({
  id: z.string(),
  subject: z.string(),
  state: CampaignState,
  /** Who sent it: first and last name. */
  senderName: z.string(),
  createdAt: z.iso.datetime(),
  /** When it leaves or left. */
  dueAt: z.iso.datetime(),
  endedAt: z.optional(z.iso.datetime()),
  total: z.number(),
  /** Copies that no longer wait: sent, failed, suppressed or unknown. */
  finished: z.number(),
  bounced: z.number(),
  complained: z.number(),
  attachments: z.array(z.object({ name: z.string(), size: z.number() })),
  /** Of a mail that has ended: copies that did not go out, and those of which nobody knows. */
  failed: z.optional(z.number()),
  unknown: z.optional(z.number()),
  suppressed: z.optional(z.number()),
  /** Why it paused or was cancelled, and by whom. */
  note: z.optional(z.string()),
  /** The mail whose failed and unknown copies this one is for, and the other way round. */
  resendOf: z.optional(z.string()),
  resentAs: z.optional(z.string()),
});
export type CampaignSummary = z.output<typeof CampaignSummary>;

/** Newest first, 20 at a time. */
export const getCampaigns = endpoint({
  name: 'getCampaigns',
  method: 'GET',
  path: '/admin/campaigns',
  access: 'admin',
  request: z.object({ cursor: cursorLike(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z#[0-9a-f]{32}$/) }),
  status: 200,
  reply: Envelope(z.object({ items: z.array(CampaignSummary), next: z.optional(z.string()) })),
});

/** One mail, its copies counted in the ledger itself: asked again and again it is live. 404 for an unknown one. */
export const getCampaign = endpoint({
  name: 'getCampaign',
  method: 'GET',
  path: '/admin/campaign',
  access: 'admin',
  request: z.object({ id: CampaignId }),
  status: 200,
  reply: Envelope(z.extend(CampaignSummary, { counts: DeliveryCounts })),
});

const DeliveryReply = z.object({
  address: z.string(),
  state: DeliveryStatus,
  /** What happened, oldest first. */
  history: z.array(z.object({ what: DeliveryStatus, at: z.iso.datetime(), detail: z.optional(z.string()) })),
});

/**
 * The ledger of one mail by address; `search` is the beginning of one. With `state` only those copies; then a page may
 * hold fewer than `limit`, or none, and still have a `next`.
 */
export const getDeliveries = endpoint({
  name: 'getDeliveries',
  method: 'GET',
  path: '/admin/campaign-deliveries',
  access: 'admin',
  request: z
    .object({
      id: CampaignId,
      state: z.optional(DeliveryStatus),
      limit: z._default(Count(1000), 50),
      ...addressSearch,
    })
    .check(startsInside),
  status: 200,
  reply: Envelope(z.object({ items: z.array(DeliveryReply), next: z.optional(z.string()) })),
});

/** What became of every copy, as CSV that a spreadsheet opens without running anything. */
export const exportDeliveries = endpoint({
  name: 'exportDeliveries',
  method: 'GET',
  path: '/admin/export-deliveries',
  access: 'admin',
  freshSecondFactor: true,
  request: z.object({ id: CampaignId }),
  status: 200,
  reply: Envelope(z.object({ fileName: z.string(), csv: z.string() })),
});

/** What the mail says, in the words that the caller would get: `html` is a whole document for a sandboxed frame. 409 where it is gone. */
export const getCampaignMessage = endpoint({
  name: 'getCampaignMessage',
  method: 'GET',
  path: '/admin/campaign-message',
  access: 'admin',
  request: z.object({ id: CampaignId }),
  status: 200,
  reply: Envelope(z.object({ subject: z.string(), html: z.string(), text: z.string() })),
});

/** What is done to a mail, whose state it changes. */
const act = <const Path extends `/${string}`>(name: string, path: Path) =>
  endpoint({
    name,
    method: 'POST',
    path,
    access: 'admin',
    request: z.object({ id: CampaignId }),
    status: 200,
    reply: Envelope(z.object({ state: CampaignState })),
  });

/** Copies that are under way still arrive; no further one leaves. 409 for a mail that has ended. */
export const cancelCampaign = act('cancelCampaign', '/admin/cancel-campaign');

/** Pauses a mail that is being sent. 409 for one that is not. */
export const pauseCampaign = act('pauseCampaign', '/admin/pause-campaign');

/** Goes on with a paused mail; what came back until then no longer pauses it. 409 for one that is not paused. */
export const resumeCampaign = act('resumeCampaign', '/admin/resume-campaign');

/**
 * The same mail again, as a new one, to its failed and unknown addresses; asked twice, the same new one. 409 while the first
 * has not ended or a copy of it is under way, where there is nobody to send it to, or where its files are gone (after 30 days).
 */
export const resendCampaign = endpoint({
  name: 'resendCampaign',
  method: 'POST',
  path: '/admin/resend-campaign',
  access: 'admin',
  request: z.object({ id: CampaignId }),
  status: 200,
  reply: Envelope(z.object({ id: z.string() })),
});

/** What a new mail like this one begins with; attachments are named and must be chosen again. */
export const duplicateCampaign = endpoint({
  name: 'duplicateCampaign',
  method: 'GET',
  path: '/admin/duplicate-campaign',
  access: 'admin',
  request: z.object({ id: CampaignId }),
  status: 200,
  reply: Envelope(
    z.object({
      subject: z.string(),
      content: z.string(),
      recipients: z.array(z.string()),
      attachments: z.array(z.object({ name: z.string(), size: z.number() })),
    }),
  ),
});
