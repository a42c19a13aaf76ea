import { firstOfJanuary, formatLongDate, hongKongDate, yearOf } from '#shared/hong-kong';
import { MERGE_FIELDS } from '#shared/mail-limits';
import { escapeHtml, toSingleLine } from '#shared/text';
import type { Recipient } from './campaigns.ts';
import type { MessageContent } from './message-content.ts';

/** One copy as it is read by one member. */
export interface PersonalizedMessage {
  subject: string;
  /** A whole document. */
  html: string;
  text: string;
}

export interface MessageLinks {
  /** The membership panel. */
  renew: string;
  /** The page with the button. */
  unsubscribe: string;
}

const FIELD = new RegExp(`\\{\\{\\s*(${MERGE_FIELDS.join('|')})\\s*(?:\\|([^{}]*))?\\}\\}`, 'g');

type MergeField = (typeof MERGE_FIELDS)[number];
type Values = Readonly<Record<MergeField, string>>;

/** What stands for the member in the letter; empty where the fallback serves. */
function valuesOf(person: Pick<Recipient, 'firstName' | 'activeUntil'>, now: Date, renew: string): Values {
  const today = hongKongDate(now);
  const isActive = person.activeUntil !== '' && person.activeUntil >= today;
  // Whoever is paid for beyond the coming 1 January cannot pay now.
  const canPay = person.activeUntil <= firstOfJanuary(yearOf(today) + 1);
  return {
    firstName: person.firstName,
    validUntil: isActive ? formatLongDate(person.activeUntil) : '',
    renewLink: canPay ? renew : '',
  };
}

const isField = (name: string | undefined): name is MergeField =>
  MERGE_FIELDS.some((field) => field === name);

/** `fallback` comes from the letter and is written as the letter is. */
const merge = (text: string, values: Values, write: (value: string, name: MergeField) => string): string =>
  text.replace(FIELD, (_, name: string, fallback = '') => {
    const value = isField(name) ? values[name] : '';
    return value === '' || !isField(name) ? fallback.trim() : write(value, name);
  });

/** The same in every mail: the policy of the page that previews it names its hash (`infra/edge/headers.ts`). */
export const MESSAGE_STYLE =
  'body{max-width:640px;font:16px/1.5 Helvetica,Arial,sans-serif}img{max-width:100%;height:auto}';

const REASON_FOR_RECEIVING =
  'You receive this email because you are a member of the Asia Graphics Association (AG).';

/** The letter in the words for one member, with the way out at its end. */
export function personalizeMessage(
  letter: Pick<MessageContent, 'subject' | 'html' | 'text'>,
  person: Pick<Recipient, 'firstName' | 'activeUntil'>,
  now: Date,
  links: MessageLinks,
): PersonalizedMessage {
  const values = valuesOf(person, now, links.renew);
  const subject = toSingleLine(merge(letter.subject, values, (value) => value));
  const body = merge(letter.html, values, (value, name) =>
    name === 'renewLink' ? `<a href="${escapeHtml(value)}">${escapeHtml(value)}</a>` : escapeHtml(value),
  );
  const out = escapeHtml(links.unsubscribe);
  return {
    subject,
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width">',
      `<title>${escapeHtml(subject)}</title><style>${MESSAGE_STYLE}</style></head><body>`,
      body,
      `<hr><p><small>${REASON_FOR_RECEIVING} <a href="${out}">Unsubscribe from announcements</a></small></p></body></html>`,
    ].join(''),
    text: `${merge(letter.text, values, (value) => value)}\n\n--\n${REASON_FOR_RECEIVING}\nUnsubscribe from announcements: ${links.unsubscribe}\n`,
  };
}
