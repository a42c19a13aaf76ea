import { mailImagePath } from '#shared/deployment';
import { mailLimits } from '#shared/mail-limits';
import { canonicalize } from '#shared/text';
import { DomainError } from '../../shared/domain-error.ts';
import type { Recipient, Recipients } from '../suppressions/recipients.ts';
import { type Attachment, type UploadedFile, validateAttachments } from './attachments.ts';

const MAX_ISSUES = 20;

const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

/**
 * Whether the text has a visible character: a letter, number, punctuation mark or symbol, except U+2800, the blank
 * Braille pattern.
 */
const hasVisible = (text: string): boolean =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, ''));

export interface MessageInput {
  subject: string;
  content: string;
  /** Empty for the association's own address. */
  replyTo: string;
  attachments: readonly UploadedFile[];
}

export interface ValidatedMessage {
  subject: string;
  html: string;
  text: string;
  files: Attachment[];
}

/** The message as it may be sent. @throws `campaign-subject`, `campaign-content` or one of the four codes for files */
export async function validateMessage(
  deps: { siteUrl: string },
  input: MessageInput,
): Promise<ValidatedMessage> {
  const subject = input.subject.normalize('NFC').trim();
  if (!hasVisible(subject) || UNPRINTABLE.test(subject) || [...subject].length > mailLimits.subjectCharacters)
    throw new DomainError('campaign-subject');
  const { html, text } = await sanitizeContent(deps, input.content);
  if (text.trim() === '' && !html.includes('<img ')) throw new DomainError('campaign-content');
  const files = await validateAttachments(input.attachments);
  if (typeof files === 'string') throw new DomainError(`campaign-${files}`);
  return { subject, html, text, files };
}

/** Loaded with the first message: no other call needs the libraries. */
const loadMessageHtml = () => import('./message-html.ts');

/** HTML as an email may contain it. @throws `campaign-content` if it is too long, or takes too long to be sanitized */
export async function sanitizeContent({ siteUrl }: { siteUrl: string }, html: string) {
  if (Buffer.byteLength(html) > mailLimits.contentBytes) throw new DomainError('campaign-content');
  await requireSimpleContent(html);
  const { sanitizeMessage } = await loadMessageHtml();
  return sanitizeMessage(html, siteUrl + mailImagePath);
}

/** @throws `campaign-content` */
export async function requireSimpleContent(html: string): Promise<void> {
  const { findExcess } = await loadMessageHtml();
  const excess = findExcess(html);
  if (!excess) return;
  const message = `The text has too many ${excess}. Paste it without its formatting.`;
  throw new DomainError('campaign-content', { issues: [{ path: 'content', message }] });
}

/** The members with these addresses, each once, in the order of the addresses. @throws `campaign-recipients` */
export async function findRecipients(
  { recipients }: { recipients: Recipients },
  addresses: readonly string[],
): Promise<Recipient[]> {
  const wanted = [...new Set(addresses.map(canonicalize))].sort();
  if (wanted.length === 0 || addresses.length > mailLimits.recipients)
    throw new DomainError('campaign-recipients');
  const found = await recipients.findByEmail(wanted);
  const people: Recipient[] = [];
  const issues: { path: string; message: string }[] = [];
  for (const address of wanted) {
    const person = found.get(address);
    if (person?.state === 'active') people.push(person);
    else issues.push({ path: address, message: person ? 'account disabled' : 'not a member' });
  }
  if (issues.length > 0)
    throw new DomainError('campaign-recipients', { issues: issues.slice(0, MAX_ISSUES) });
  return people;
}

/** A JSON list of texts. @throws `campaign-recipients` */
export function parseRecipients(json: string): string[] {
  try {
    const list: unknown = JSON.parse(json);
    if (Array.isArray(list) && list.every((entry) => typeof entry === 'string')) return list;
  } catch (cause) {
    throw new DomainError('campaign-recipients', { cause });
  }
  throw new DomainError('campaign-recipients');
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

/** From one minute to one year ahead, with its offset. @throws `campaign-schedule` */
export function parseSchedule(text: string, now: Date): Date {
  const at = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  const ahead = (at - now.getTime()) / 1000;
  if (ahead >= mailLimits.scheduleFromSeconds && ahead <= mailLimits.scheduleToDays * 86_400)
    return new Date(at);
  throw new DomainError('campaign-schedule');
}
