import * as z from 'zod/mini';
import { EXCLUSION_REASONS } from '#shared/choices';
import { EmailAddress, Line } from '#shared/fields';
import { mailLimits } from '#shared/mail-limits';
import { endpoint } from './endpoint.ts';
import { Envelope } from './envelope.ts';

/** The whole body of a multipart call; encoded in base64 it still fits Lambda's limit. */
const MULTIPART_LIMIT_BYTES = Math.floor(4.4 * 1024 * 1024);

/** One file of a multipart call, with the name that the browser gave. */
const UploadedFile = z.object({ name: z.string(), bytes: z.instanceof(Uint8Array) });

/** Why a campaign was rejected: each 400 of these calls is `{ code: 0, msg, message, reason, issues? }`. */
const mailReasons = {
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
/** Where answers go; empty for the association's own address. */
const replyTo = z._default(z.union([z.literal(''), EmailAddress]), '');

/**
 * Multipart, with `attachments` repeated. `reason` says which field is wrong; wrong recipients are listed in `issues`.
 * The same campaign by the same administrator within ten minutes is a double submit: it returns the first one's id and
 * sends nothing.
 */
export const createCampaign = endpoint({
  route: 'POST /admin/send-email',
  access: 'admin',
  reasons: mailReasons,
  encoding: 'multipart',
  bodyLimitBytes: MULTIPART_LIMIT_BYTES,
  request: z.object({
    subject: text,
    /** HTML; the server removes what emails may not contain. */
    content: text,
    /** A JSON list of addresses. */
    recipients: text,
    /** ISO 8601 with an offset; absent to send at once. */
    scheduleTime: z.optional(z.string()),
    replyTo,
    attachments: files,
  }),
  reply: Envelope(z.object({ id: z.string() })),
});

/**
 * Sends one delivery to the caller alone, marked as a test in its subject and not listed. Rejects what `createCampaign`
 * rejects.
 */
export const sendTestCampaign = endpoint({
  route: 'POST /admin/send-test-campaign',
  access: 'admin',
  reasons: mailReasons,
  encoding: 'multipart',
  bodyLimitBytes: MULTIPART_LIMIT_BYTES,
  request: z.object({ subject: text, content: text, replyTo, attachments: files }),
  reply: Envelope(z.object({ id: z.string() })),
});

/** Why an address gets no delivery. `createCampaign` rejects lists with an address of no enabled member. */
const ExclusionReason = z.enum(EXCLUSION_REASONS);

/**
 * What sending would do, without sending: the message as the first recipient would get it, and who is excluded. Without
 * recipients it is the caller's own message.
 */
export const previewCampaign = endpoint({
  route: 'POST /admin/preview-campaign',
  access: 'admin',
  reasons: mailReasons,
  bodyLimitBytes: MULTIPART_LIMIT_BYTES,
  request: z.object({
    subject: text,
    content: text,
    recipients: z._default(z.array(z.string()).check(z.maxLength(mailLimits.recipients)), []),
    /** The size of all files together. */
    attachmentBytes: z._default(z.int().check(z.gte(0)), 0),
  }),
  reply: Envelope(
    z.object({
      subject: z.string(),
      /** A whole document for a sandboxed frame, as it would be sent. */
      html: z.string(),
      text: z.string(),
      /** The number of different addresses in the list. */
      recipients: z.number(),
      /** The first recipient's address; empty without recipients. */
      first: z.string(),
      last: z.string(),
      /** The number of deliveries that would be sent. */
      deliveries: z.number(),
      /** The first 200 excluded recipients, and the number for each reason. */
      excluded: z.array(z.object({ address: z.string(), reason: ExclusionReason })),
      excludedByReason: z.record(z.string(), z.number()),
      /**
       * What stands in double braces and is sent as it is, at most 20: no merge fields, and those whose parts are
       * formatted differently.
       */
      unfilledFields: z.array(z.string()),
      /** The size of the HTML of one delivery as sent, with the letterhead. */
      htmlBytes: z.number(),
      /** The size of one delivery as sent. */
      deliveryBytes: z.number(),
      totalBytes: z.number(),
    }),
  ),
});

/** Multipart, one file `image`: png, jpg, gif or webp. Stored under its hash at the site's own address, and never deleted. */
export const uploadMailImage = endpoint({
  route: 'POST /admin/upload-mail-image',
  access: 'admin',
  reasons: mailReasons,
  encoding: 'multipart',
  bodyLimitBytes: MULTIPART_LIMIT_BYTES,
  request: z.object({ image: files }),
  reply: Envelope(z.object({ url: z.url() })),
});

export const CampaignDraft = z.object({
  subject: z._default(z.string().check(z.maxLength(1000)), ''),
  content: z._default(z.string().check(z.maxLength(512 * 1024)), ''),
  recipients: z._default(
    z.array(z.string().check(z.maxLength(254))).check(z.maxLength(mailLimits.recipients)),
    [],
  ),
  replyTo: z._default(z.string().check(z.maxLength(254)), ''),
  /** As entered in the form; empty for none. */
  scheduleTime: z._default(z.string().check(z.maxLength(64)), ''),
  /** Only the names, so that the files can be chosen again: a draft does not store them. */
  attachments: z._default(
    z.array(z.object({ name: z.string().check(z.maxLength(500)), size: z.number() })).check(z.maxLength(40)),
    [],
  ),
});
export type CampaignDraft = z.output<typeof CampaignDraft>;

/** The caller's one draft; null if there is none. */
export const getCampaignDraft = endpoint({
  route: 'GET /admin/campaign-draft',
  access: 'admin',
  reply: Envelope(z.nullable(z.extend(CampaignDraft, { savedAt: z.iso.datetime() }))),
});

/**
 * The `savedAt` of the draft that was read, empty for none: if the caller has another draft by now, nothing is changed
 * (`draft-conflict`). Absent: whatever draft there is, is replaced or deleted.
 */
const version = z.optional(z.string());

/** `save` replaces the caller's draft, with the `msg` "Draft saved successfully!"; `delete` replies with null. */
export const changeCampaignDraft = endpoint({
  route: 'POST /admin/campaign-draft',
  access: 'admin',
  reasons: mailReasons,
  bodyLimitBytes: MULTIPART_LIMIT_BYTES,
  request: z.discriminatedUnion('action', [
    z.extend(CampaignDraft, { action: z.literal('save'), version }),
    z.object({ action: z.literal('delete'), version }),
  ]),
  reply: Envelope(z.nullable(z.object({ savedAt: z.iso.datetime() }))),
});

const TemplateName = Line(80);

/** Templates of all administrators, by name. */
export const getCampaignTemplates = endpoint({
  route: 'GET /admin/campaign-templates',
  access: 'admin',
  reply: Envelope(z.object({ items: z.array(z.object({ name: z.string(), savedAt: z.iso.datetime() })) })),
});

/** Null if it was deleted. */
export const getCampaignTemplate = endpoint({
  route: 'GET /admin/campaign-template',
  access: 'admin',
  request: z.object({ name: TemplateName }),
  reply: Envelope(z.nullable(z.object({ subject: z.string(), content: z.string(), replyTo: z.string() }))),
});

/** `save` replaces the template of the same name. */
export const changeCampaignTemplate = endpoint({
  route: 'POST /admin/campaign-template',
  access: 'admin',
  reasons: mailReasons,
  bodyLimitBytes: MULTIPART_LIMIT_BYTES,
  request: z.discriminatedUnion('action', [
    z.object({
      action: z.literal('save'),
      name: TemplateName,
      subject: z._default(z.string().check(z.maxLength(1000)), ''),
      content: text,
      replyTo,
    }),
    z.object({ action: z.literal('delete'), name: TemplateName }),
  ]),
  reply: Envelope(z.null()),
});
