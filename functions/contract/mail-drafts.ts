import * as z from 'zod/mini';
import { mailLimits } from '#shared/mail-limits';
import { endpoint, NoInput } from './endpoint.ts';
import { Envelope } from './envelope.ts';
import { MULTIPART_LIMIT_BYTES, mailReasons } from './mailing.ts';

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
