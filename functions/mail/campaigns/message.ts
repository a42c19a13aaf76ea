import { formatLongDate, hongKongDate } from '#shared/hong-kong';
import { MERGE_FIELDS } from '#shared/mail-limits';
import { membershipOn, nextTerm } from '#shared/membership-periods';
import { personName } from '#shared/person-name';
import { escapeHtml, toSingleLine } from '#shared/text';
import type { Member } from '../../members/member.ts';
import type { Context } from '../../platform/context.ts';
import { unsubscribeLinks } from '../suppressions/recipients.ts';
import { messageFrames } from '../transactional/mail-layout.ts';
import type { MessageContent } from './campaign-repository.ts';

/** The message for one member. */
export interface PersonalizedMessage {
  subject: string;
  /** A whole document. */
  html: string;
  text: string;
}

/** A merge field, with its fallback. */
export const MERGE_FIELD = new RegExp(`\\{\\{\\s*(${MERGE_FIELDS.join('|')})\\s*(?:\\|([^{}]*))?\\}\\}`, 'g');

type MergeField = (typeof MERGE_FIELDS)[number];
type Values = Readonly<Record<MergeField, string>>;

/** The member's own values, with the URL of the membership panel; empty where the fallback of the merge field is used. */
function mergeValues({ firstName, lastName, activePeriods }: Member, now: Date, renew: string): Values {
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

/**
 * The message with one member's values; its end says who sends it, why they receive it and how to unsubscribe. The links of
 * a preview unsubscribe nobody. `unsubscribe` is the URL for an email program's own button.
 */
export function personalizeMessage(
  context: Pick<Context, 'now' | 'keyedHash' | 'siteUrl' | 'contactAddress' | 'seat'>,
  message: Pick<MessageContent, 'subject' | 'html' | 'text'>,
  person: Member,
  frame: keyof typeof messageFrames,
): PersonalizedMessage & { unsubscribe: string } {
  const { siteUrl, contactAddress, seat } = context;
  const unsubscribe = unsubscribeLinks(context, frame === 'sent' ? person.uid : undefined);
  const values = mergeValues(person, context.now(), `${siteUrl}/user/membership`);
  const subject = toSingleLine(merge(message.subject, values, (value) => value));
  const body = changeText(message.html, (each) =>
    merge(each, values, (value, name) =>
      name === 'renewLink' ? `<a href="${escapeHtml(value)}">${escapeHtml(value)}</a>` : escapeHtml(value),
    ),
  );
  const text = merge(message.text, values, (value) => value);
  const { html, adaptContent } = messageFrames[frame];
  const parts: Readonly<Record<string, string>> = {
    subject: escapeHtml(subject),
    preheader: escapeHtml([...toSingleLine(text)].slice(0, PREHEADER_CHARACTERS).join('')),
    content: adaptContent(body),
    reason: escapeHtml(REASON_FOR_RECEIVING),
    unsubscribe: escapeHtml(unsubscribe.page),
    seat: escapeHtml(seat),
    siteUrl: escapeHtml(siteUrl),
    contactAddress: escapeHtml(contactAddress),
  };
  return {
    subject,
    html: html.replace(PLACEHOLDER, (_, name: string) => parts[name] ?? ''),
    text: [
      `${text}\n`,
      '-- ',
      REASON_FOR_RECEIVING,
      `Unsubscribe from announcements: ${unsubscribe.page}\n`,
      `Questions? Write to ${contactAddress}.\n`,
      `Asia Graphics Association (AG), ${seat}`,
      `${siteUrl}\n`,
    ].join('\n'),
    unsubscribe: unsubscribe.oneClick,
  };
}
