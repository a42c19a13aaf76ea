import * as z from 'zod/mini';
import { SUPPRESSION_REASONS } from '#shared/choices';
import { EmailAddress, Line } from '#shared/fields';
import { endpoint } from './endpoint.ts';
import { addressSearch, CursorPage, Envelope, startsInside } from './envelope.ts';

const MailPreferences = z.object({
  /** Email to many members: calls, news, invitations. Codes, receipts and notices about the account are always sent. */
  announcements: z.boolean(),
});

/** `suppressedBecause` says why announcements do not reach the member's address, which only an administrator can change. */
export const MailPreferencesReply = z.extend(MailPreferences, {
  suppressedBecause: z.nullable(z.enum(SUPPRESSION_REASONS)),
});

export const getMailPreferences = endpoint({
  route: 'GET /user/mail-preferences',
  access: 'member',
  reply: Envelope(MailPreferencesReply),
});

export const setMailPreferences = endpoint({
  route: 'POST /user/mail-preferences',
  access: 'member',
  request: MailPreferences,
  reply: Envelope(MailPreferences),
});

/**
 * RFC 8058: `token` in the query, the field in a form body, urlencoded or multipart. Email programs and the page
 * /unsubscribe make the same call. Every token gets the same reply, which therefore reveals nothing.
 */
export const unsubscribe = endpoint({
  route: 'POST /mail/unsubscribe',
  access: 'anyone',
  encoding: 'form',
  request: z.object({
    token: z._default(z.string().check(z.maxLength(256)), ''),
    'List-Unsubscribe': z.literal('One-Click'),
  }),
  reply: z.object({ message: z.string() }),
});

const Suppression = z.object({
  address: z.string(),
  reason: z.enum(SUPPRESSION_REASONS),
  suppressedAt: z.iso.datetime(),
  /** The reply of the receiving server. */
  detail: z.string(),
  /** The number of temporary bounces, if these are the reason. SES retries such an email before it reports a bounce. */
  softBounces: z.optional(z.number()),
});

/** By address; `search` is the beginning of one. */
export const getSuppressions = endpoint({
  route: 'GET /admin/suppressions',
  access: 'admin',
  request: z.object(addressSearch).check(startsInside),
  reply: Envelope(CursorPage(Suppression)),
});

/** Allows email to the address again; the audit log has who unblocked it and why. 404 if it is not suppressed. */
export const unsuppressAddress = endpoint({
  route: 'POST /admin/suppressions',
  access: 'admin',
  request: z.object({ address: EmailAddress, reason: Line(500) }),
  reply: Envelope(z.null()),
});
