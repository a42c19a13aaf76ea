import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { formatLongDate, hongKongDate } from '#shared/hong-kong';
import { membershipOn, type Period } from '#shared/membership-periods';
import { toHex } from '#shared/text';
import type { Runtime } from '../../platform/runtime.ts';

/** A one-time code, shown large. */
const CodePart = z.object({
  code: z.string(),
  /** The code is not sent later; it is absent in rows from before it was written. */
  expiresAt: z.optional(z.string()),
  /** The email is worth sending without the code. */
  hasOtherNews: z.optional(z.boolean()),
});
export type CodePart = z.output<typeof CodePart>;

/** One part of an email. The sender makes text and HTML of the parts. */
export const MailPart = z.union([
  /** A paragraph. */
  z.string(),
  /** Above the next part. */
  z.object({ heading: z.string() }),
  CodePart,
  /** Labels with their values. */
  z.object({ facts: z.array(z.tuple([z.string(), z.string()])) }),
  /** What to do, and the page on which to do it; `button` is its label in HTML. */
  z.object({ text: z.string(), link: z.string(), button: z.string() }),
]);
export type MailPart = z.output<typeof MailPart>;

/** An email to one person with a code or a notice, written in the transaction of its cause. */
export interface TransactionalMail {
  id: string;
  to: string;
  /** The member whose account the email is about: it is listed among their emails. */
  uid?: string | undefined;
  subject: string;
  /** The text that an inbox shows after the subject. */
  preheader: string;
  greeting: string;
  parts: MailPart[];
  /** ISO 8601, UTC: the email is not sent before. */
  dueAt: string;
  /** ISO 8601, UTC: from then on, what it says is wrong, and it is no longer sent. */
  sendBefore?: string | undefined;
  /** The administrator who requested it: it is held if they are no longer an active one. */
  requestedByUid?: string | undefined;
}

export interface Addressee {
  /** Absent for somebody without an account, and where the email is not listed among the member's. */
  uid?: string | undefined;
  email: string;
  /** Otherwise nobody is greeted by name: anybody can register a stranger's address, with any text as the name. */
  emailVerified: boolean;
  /** Empty if the person has not given one. */
  firstName: string;
}

export type Account = Addressee & { username: string };

/** Placeholders for the site's address and the contact address; the sender fills them in. */
export const SITE_URL = '{siteUrl}';
export const CONTACT_ADDRESS = '{contactAddress}';

/** An email has a time and a random id. */
export type MailContext = Pick<Runtime, 'now' | 'randomBytes'>;

/** An email that is due at once. */
export const createMail = (
  { now, randomBytes }: MailContext,
  { uid, email, emailVerified, firstName }: Addressee,
  content: Pick<TransactionalMail, 'subject' | 'preheader' | 'parts' | 'sendBefore'>,
): TransactionalMail => ({
  id: toHex(randomBytes(16)),
  to: email,
  uid,
  ...content,
  greeting: emailVerified && firstName ? `Hello ${firstName},` : 'Hello,',
  dueAt: now().toISOString(),
});

/** For a member who didn't make a change. */
export const RESET_AND_WRITE = `reset your password now and write to ${CONTACT_ADDRESS}`;

/** The way to a new password. */
export const newPasswordPart = (text: string): MailPart => ({
  text,
  link: `${SITE_URL}/login?form=forgot`,
  button: 'Set new password',
});

/** The way to a page of the user center. */
const pageOf =
  (page: string, name: string) =>
  (text: string): MailPart => ({
    text,
    link: `${SITE_URL}/user/${page}`,
    button: `Open ${name}`,
  });
export const openProfile = pageOf('profile', 'User Profile');
export const openMembership = pageOf('membership', 'Membership Status');
export const openPassword = pageOf('password', 'Password');

/** When a membership ends, begins again or has ended; empty without one. */
export function membershipText({ now }: Pick<Runtime, 'now'>, periods: readonly Period[]): string {
  const today = hongKongDate(now());
  const { status, until } = membershipOn(periods, today);
  if (status === 'active') return `until ${formatLongDate(until)}`;
  const next = periods.find(({ startDate }) => startDate > today);
  if (next) return `from ${formatLongDate(next.startDate)} until ${formatLongDate(next.endDate)}`;
  return until && `ended on ${formatLongDate(until)}`;
}

/**
 * The id of a member's first invitation. The queue stores an id once: an import and an administrator, or a repeated step of
 * an import, send one email between them.
 */
export const firstInvitationId = ({ uid, registeredAt }: { uid: string; registeredAt: string }): string =>
  createHash('sha256').update(`${uid} ${registeredAt} invitation`).digest('hex').slice(0, 32);

/** The email as plain text, with placeholders: greeting, parts, and the common ending. */
export const mailText = ({ greeting, parts }: Pick<TransactionalMail, 'greeting' | 'parts'>): string =>
  [
    `${greeting}\n\n`,
    ...parts.map((part) => partText(part)),
    `Questions? Write to ${CONTACT_ADDRESS}.\n\n`,
    `Asia Graphics Association (AG)\n${SITE_URL}`,
  ].join('');

function partText(part: MailPart): string {
  if (typeof part === 'string') return `${part}\n\n`;
  if ('heading' in part) return `${part.heading}\n`;
  if ('code' in part) return `${part.code}\n\n`;
  if ('facts' in part) return `${part.facts.map(([label, value]) => `${label}: ${value}`).join('\n')}\n\n`;
  return `${part.text}\n${part.link}\n\n`;
}

/** Fills in the placeholders. */
export const fillIn = (
  text: string,
  { siteUrl, contactAddress }: { siteUrl: string; contactAddress: string },
): string => text.replaceAll(SITE_URL, siteUrl).replaceAll(CONTACT_ADDRESS, contactAddress);
