import { formatLongDate, hongKongDate } from '#shared/hong-kong';
import { MERGE_FIELDS } from '#shared/mail-limits';
import { membershipOn, nextTerm } from '#shared/membership-periods';
import { personName } from '#shared/person-name';
import { escapeHtml, toSingleLine } from '#shared/text';
import type { Context } from '../../platform/context.ts';
import type { Recipient } from '../suppressions/recipients.ts';
import { createUnsubscribeToken, unsubscribeLinks } from '../suppressions/recipients.ts';
import type { MessageFrame } from './message-frame.ts';
import type { MessageContent } from './message-store.ts';

/** The message for one member. */
export interface PersonalizedMessage {
  subject: string;
  /** A whole document. */
  html: string;
  text: string;
}

export interface MessageLinks extends Association {
  /** URL of the membership panel. */
  renew: string;
  /** URL of the page with the unsubscribe button. */
  unsubscribe: string;
  /** URL for an email program's own unsubscribe button. */
  oneClick: string;
}

/** What the letterhead says of the association. */
type Association = Pick<Context, 'siteUrl' | 'contactAddress' | 'seat'>;

/** The links in the email to a member; without one, as in previews, they unsubscribe nobody. */
export function messageLinks(
  { keyedHash, siteUrl, contactAddress, seat }: Association & Pick<Context, 'keyedHash'>,
  uid?: string,
): MessageLinks {
  const token = uid === undefined ? '' : createUnsubscribeToken({ keyedHash }, uid);
  const { page: unsubscribe, oneClick } = unsubscribeLinks(siteUrl, token);
  return { renew: `${siteUrl}/user/membership`, unsubscribe, oneClick, siteUrl, contactAddress, seat };
}

/** A merge field, with its fallback. */
export const MERGE_FIELD = new RegExp(`\\{\\{\\s*(${MERGE_FIELDS.join('|')})\\s*(?:\\|([^{}]*))?\\}\\}`, 'g');

type MergeField = (typeof MERGE_FIELDS)[number];
type Values = Readonly<Record<MergeField, string>>;

type NamedMember = Pick<Recipient, 'firstName' | 'lastName' | 'activePeriods'>;

/** The member's own values; empty where the fallback of the merge field is used. */
function mergeValues({ firstName, lastName, activePeriods }: NamedMember, now: Date, renew: string): Values {
  const today = hongKongDate(now);
  const { status, until } = membershipOn(activePeriods, today);
  return {
    firstName,
    name: personName({ firstName, lastName }),
    validUntil: status === 'active' ? formatLongDate(until) : '',
    renewLink: nextTerm(activePeriods, today) ? renew : '',
  };
}

const isField = (name: string | undefined): name is MergeField =>
  MERGE_FIELDS.some((field) => field === name);

/** The fallback is part of the message and is inserted unchanged. */
const merge = (text: string, values: Values, write: (value: string, name: MergeField) => string): string =>
  text.replace(MERGE_FIELD, (_, name: string, fallback = '') => {
    const value = isField(name) ? values[name] : '';
    return value === '' || !isField(name) ? fallback.trim() : write(value, name);
  });

/**
 * The HTML with its text changed, node by node. A field must not reach over a tag: what begins in an attribute would end
 * outside of it. `>` stands in tags alone, since the sanitiser escapes it in attributes.
 */
export const changeText = (html: string, change: (text: string) => string): string =>
  html.replace(/(<[^>]*>)|[^<]+/g, (part, tag?: string) => tag ?? change(part));

const PLACEHOLDER = /\{(subject|preheader|content|reason|unsubscribe|seat|siteUrl|contactAddress)\}/g;
/** As much as inboxes show after the subject. */
const PREHEADER_CHARACTERS = 120;
/** Stands at the end of every message. */
const REASON_FOR_RECEIVING =
  'You receive this email because you are a member of the Asia Graphics Association (AG).';

/** The message with one member's values; its end says who sends it, why they receive it and how to unsubscribe. */
export function personalizeMessage(
  message: Pick<MessageContent, 'subject' | 'html' | 'text'>,
  person: NamedMember,
  now: Date,
  links: MessageLinks,
  frame: MessageFrame,
): PersonalizedMessage {
  const values = mergeValues(person, now, links.renew);
  const subject = toSingleLine(merge(message.subject, values, (value) => value));
  const body = changeText(message.html, (each) =>
    merge(each, values, (value, name) =>
      name === 'renewLink' ? `<a href="${escapeHtml(value)}">${escapeHtml(value)}</a>` : escapeHtml(value),
    ),
  );
  const text = merge(message.text, values, (value) => value);
  const { unsubscribe, siteUrl, contactAddress, seat } = links;
  const parts: Readonly<Record<string, string>> = {
    subject: escapeHtml(subject),
    preheader: escapeHtml([...toSingleLine(text)].slice(0, PREHEADER_CHARACTERS).join('')),
    content: frame.adaptContent(body),
    reason: escapeHtml(REASON_FOR_RECEIVING),
    unsubscribe: escapeHtml(unsubscribe),
    seat: escapeHtml(seat),
    siteUrl: escapeHtml(siteUrl),
    contactAddress: escapeHtml(contactAddress),
  };
  return {
    subject,
    html: frame.html.replace(PLACEHOLDER, (_, name: string) => parts[name] ?? ''),
    text: [
      `${text}\n`,
      '-- ',
      REASON_FOR_RECEIVING,
      `Unsubscribe from announcements: ${unsubscribe}\n`,
      `Questions? Write to ${contactAddress}.\n`,
      `Asia Graphics Association (AG), ${seat}`,
      `${siteUrl}\n`,
    ].join('\n'),
  };
}
