import * as z from 'zod/mini';
import { EXCLUSION_REASONS } from '#shared/choices';
import { mailLimits } from '#shared/mail-limits';
import { endpoint, NoInput } from './endpoint.ts';
import { Envelope } from './envelope.ts';

/** The whole of a multipart call; in base64 it still fits into what Lambda takes. */
export const MULTIPART_LIMIT_BYTES = Math.floor(4.4 * 1024 * 1024);

/** One file part of a multipart call; its name as the browser gave it. */
export const UploadedFile = z.object({ name: z.string(), bytes: z.instanceof(Uint8Array) });

/** Why a mail was not taken: each 400 of these calls is `{ code: 0, msg, message, reason, issues? }`. */
export const mailReasons = {
  subject: 'subject',
  content: 'content',
  recipients: 'recipients',
  scheduleTime: 'schedule',
  attachments: 'file-upload',
  attachmentBytes: 'file-size',
  image: 'file-upload',
} as const;

const files = z._default(z.array(UploadedFile), []);
const text = z._default(z.string(), '');

/**
 * Multipart, with `attachments` repeated. What is wrong with a field is said by `reason`; wrong recipients are named in
 * `issues`. The same mail of the same administrator within ten minutes is the first one: its id comes back and nothing is sent twice.
 */
export const createCampaign = endpoint({
  name: 'createCampaign',
  method: 'POST',
  path: '/admin/send-email',
  access: 'admin',
  reasons: mailReasons,
  encoding: 'multipart',
  bodyLimitBytes: MULTIPART_LIMIT_BYTES,
  request: z.object({
    subject: text,
    /** HTML; the server keeps what a mail may hold. */
    content: text,
    /** A JSON list of addresses. */
    recipients: text,
    /** ISO 8601 with an offset; without one it is sent at once. */
    scheduleTime: z.optional(z.string()),
    attachments: files,
  }),
  status: 200,
  reply: Envelope(z.object({ id: z.string() })),
});

/** One copy to the caller alone, marked as a test in its subject; no part of the outbox. Refused as `createCampaign` is. */
export const sendTestCampaign = endpoint({
  name: 'sendTestCampaign',
  method: 'POST',
  path: '/admin/send-test-campaign',
  access: 'admin',
  reasons: mailReasons,
  encoding: 'multipart',
  bodyLimitBytes: MULTIPART_LIMIT_BYTES,
  request: z.object({ subject: text, content: text, attachments: files }),
  status: 200,
  reply: Envelope(z.object({ id: z.string() })),
});

/** Why an address gets no copy; a list that names somebody else than an enabled member is refused by `createCampaign`. */
export const ExclusionReason = z.enum(EXCLUSION_REASONS);

/**
 * What would happen, without doing any of it: the preview as the first recipient would get it, and who gets nothing. With
 * no recipients the caller stands in for the first.
 */
export const previewCampaign = endpoint({
  name: 'previewCampaign',
  method: 'POST',
  path: '/admin/preview-campaign',
  access: 'admin',
  reasons: mailReasons,
  bodyLimitBytes: MULTIPART_LIMIT_BYTES,
  request: z.object({
    subject: text,
    content: text,
    recipients: z._default(z.array(z.string()).check(z.maxLength(mailLimits.recipients)), []),
    /** Of all files together. */
    attachmentBytes: z._default(z.int().check(z.gte(0)), 0),
  }),
  status: 200,
  reply: Envelope(
    z.object({
      subject: z.string(),
      /** A whole document for a sandboxed frame, as it would be sent. */
      html: z.string(),
      text: z.string(),
      /** Different addresses in the list. */
      recipients: z.number(),
      /** Empty without recipients. */
      first: z.string(),
      last: z.string(),
      /** Copies that would leave. */
      deliveries: z.number(),
      /** Who of the list gets nothing, the first 200 of them, and how many for each reason. */
      excluded: z.array(z.object({ address: z.string(), reason: ExclusionReason })),
      excludedByReason: z.record(z.string(), z.number()),
      /** Of one copy as it travels. */
      deliveryBytes: z.number(),
      totalBytes: z.number(),
      /** What SES asks for it by its list price, in US dollars. */
      costUsd: z.number(),
    }),
  ),
});

/** Multipart, one file `image`: png, jpg, gif or webp. Kept once, under its hash, at the site's own address, for ever. */
export const uploadMailImage = endpoint({
  name: 'uploadMailImage',
  method: 'POST',
  path: '/admin/upload-mail-image',
  access: 'admin',
  reasons: mailReasons,
  encoding: 'multipart',
  bodyLimitBytes: MULTIPART_LIMIT_BYTES,
  request: z.object({ image: files }),
  status: 200,
  reply: Envelope(z.object({ url: z.url() })),
});

export const CampaignDraft = z.object({
  subject: z._default(z.string().check(z.maxLength(1000)), ''),
  content: z._default(z.string().check(z.maxLength(512 * 1024)), ''),
  recipients: z._default(
    z.array(z.string().check(z.maxLength(254))).check(z.maxLength(mailLimits.recipients)),
    [],
  ),
  /** As the form holds it; empty for none. */
  scheduleTime: z._default(z.string().check(z.maxLength(64)), ''),
  /** Named, so that they can be chosen again: the files themselves are not kept. */
  attachments: z._default(
    z.array(z.object({ name: z.string().check(z.maxLength(500)), size: z.number() })).check(z.maxLength(40)),
    [],
  ),
});
export type CampaignDraft = z.output<typeof CampaignDraft>;

/** The caller's one draft; null where there is none. */
export const getCampaignDraft = endpoint({
  name: 'getCampaignDraft',
  method: 'GET',
  path: '/admin/campaign-draft',
  access: 'admin',
  request: NoInput,
  status: 200,
  reply: Envelope(z.nullable(z.extend(CampaignDraft, { savedAt: z.iso.datetime() }))),
});

/** Replaces the caller's draft. `msg` is "Draft saved successfully!". */
export const saveCampaignDraft = endpoint({
  name: 'saveCampaignDraft',
  method: 'PUT',
  path: '/admin/campaign-draft',
  access: 'admin',
  reasons: mailReasons,
  bodyLimitBytes: MULTIPART_LIMIT_BYTES,
  request: CampaignDraft,
  status: 200,
  reply: Envelope(z.object({ savedAt: z.iso.datetime() })),
});

export const deleteCampaignDraft = endpoint({
  name: 'deleteCampaignDraft',
  method: 'POST',
  path: '/admin/delete-campaign-draft',
  access: 'admin',
  request: NoInput,
  status: 200,
  reply: Envelope(z.null()),
});
