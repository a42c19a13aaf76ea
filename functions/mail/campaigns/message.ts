import { firstOfJanuary, formatLongDate, hongKongDate, yearOf } from '#shared/hong-kong';
import { MERGE_FIELDS } from '#shared/mail-limits';
import { escapeHtml, toSingleLine } from '#shared/text';
import type { Recipient } from '../suppressions/recipients.ts';

/** The content of a campaign, as it is stored. */
export interface MessageContent {
  subject: string;
  /** Sanitized, with its merge fields. */
  html: string;
  text: string;
  recipients: { uid: string; address: string }[];
  attachments: StoredAttachment[];
}

export interface StoredAttachment {
  name: string;
  contentType: string;
  size: number;
  /** The S3 key of its bytes. */
  key: string;
}

/** The message for one member. */
export interface PersonalizedMessage {
  subject: string;
  /** A whole document. */
  html: string;
  text: string;
}

export interface MessageLinks {
  /** URL of the membership panel. */
  renew: string;
  /** URL of the page with the unsubscribe button. */
  unsubscribe: string;
  /** The address for replies: the sender's own address takes none. */
  contactAddress: string;
}

/** The page on which a member pays. */
export const membershipPageUrl = (siteUrl: string): string => `${siteUrl}/user/membership`;

const FIELD = new RegExp(`\\{\\{\\s*(${MERGE_FIELDS.join('|')})\\s*(?:\\|([^{}]*))?\\}\\}`, 'g');

type MergeField = (typeof MERGE_FIELDS)[number];
type Values = Readonly<Record<MergeField, string>>;

/** The member's own values; empty where the fallback of the merge field is used. */
function mergeValues(person: Pick<Recipient, 'firstName' | 'activeUntil'>, now: Date, renew: string): Values {
  const today = hongKongDate(now);
  const isActive = person.activeUntil !== '' && person.activeUntil >= today;
  // A member who is paid beyond the next 1 January cannot pay now.
  const canPay = person.activeUntil <= firstOfJanuary(yearOf(today) + 1);
  return {
    firstName: person.firstName,
    validUntil: isActive ? formatLongDate(person.activeUntil) : '',
    renewLink: canPay ? renew : '',
  };
}

const isField = (name: string | undefined): name is MergeField =>
  MERGE_FIELDS.some((field) => field === name);

/** The fallback is part of the message and is inserted unchanged. */
const merge = (text: string, values: Values, write: (value: string, name: MergeField) => string): string =>
  text.replace(FIELD, (_, name: string, fallback = '') => {
    const value = isField(name) ? values[name] : '';
    return value === '' || !isField(name) ? fallback.trim() : write(value, name);
  });

/** Always the same: the content security policy of the preview page has its hash (`infra/edge/headers.ts`). */
export const MESSAGE_STYLE =
  'body{max-width:640px;font:16px/1.5 Helvetica,Arial,sans-serif}img{max-width:100%;height:auto}';

const REASON_FOR_RECEIVING =
  'You receive this email because you are a member of the Asia Graphics Association (AG).';

/** The message with one member's values; its end says why they receive it and how to unsubscribe. */
export function personalizeMessage(
  message: Pick<MessageContent, 'subject' | 'html' | 'text'>,
  person: Pick<Recipient, 'firstName' | 'activeUntil'>,
  now: Date,
  links: MessageLinks,
): PersonalizedMessage {
  const values = mergeValues(person, now, links.renew);
  const subject = toSingleLine(merge(message.subject, values, (value) => value));
  const body = merge(message.html, values, (value, name) =>
    name === 'renewLink' ? `<a href="${escapeHtml(value)}">${escapeHtml(value)}</a>` : escapeHtml(value),
  );
  const unsubscribe = escapeHtml(links.unsubscribe);
  const question = `Questions? Write to ${links.contactAddress}.`;
  return {
    subject,
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width">',
      `<title>${escapeHtml(subject)}</title><style>${MESSAGE_STYLE}</style></head><body>`,
      body,
      `<hr><p><small>${REASON_FOR_RECEIVING}<br><a href="${unsubscribe}">Unsubscribe from announcements</a><br>`,
      `${escapeHtml(question)}</small></p></body></html>`,
    ].join(''),
    text: [
      `${merge(message.text, values, (value) => value)}\n`,
      '--',
      REASON_FOR_RECEIVING,
      `Unsubscribe from announcements: ${links.unsubscribe}`,
      `${question}\n`,
    ].join('\n'),
  };
}
