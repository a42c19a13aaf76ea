import * as z from 'zod/mini';
import type { sendTestCampaign } from '#contract/compose-campaign';
import { attachmentContentType, detectFileType, extensionOf } from '#shared/attachment-types';
import { mailImagePath } from '#shared/deployment';
import { mailLimits } from '#shared/mail-limits';
import { canonicalize } from '#shared/text';
import type { WithTable } from '../../platform/context.ts';
import { DomainError } from '../../shared/domain-error.ts';
import { findRecipientsByEmail, type Recipient } from '../suppressions/recipients.ts';

const MAX_ISSUES = 20;

const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

/**
 * Whether the text has a visible character: a letter, number, punctuation mark or symbol, except U+2800, the blank
 * Braille pattern.
 */
const hasVisible = (text: string): boolean =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, ''));

export type MessageInput = z.output<typeof sendTestCampaign.request>;
export type UploadedFile = MessageInput['attachments'][number];

interface Attachment extends UploadedFile {
  contentType: string;
}

export interface ValidatedMessage {
  subject: string;
  html: string;
  text: string;
  files: Attachment[];
}

/** The message as it may be sent. @throws `campaign-subject`, `campaign-content` or one of the four codes for files */
export async function validateMessage(
  context: { siteUrl: string },
  input: MessageInput,
): Promise<ValidatedMessage> {
  const subject = input.subject.normalize('NFC').trim();
  if (!hasVisible(subject) || UNPRINTABLE.test(subject) || [...subject].length > mailLimits.subjectCharacters)
    throw new DomainError('campaign-subject');
  const { html, text } = await sanitizeContent(context, input.content);
  if (text.trim() === '' && !html.includes('<img ')) throw new DomainError('campaign-content');
  return { subject, html, text, files: await validateAttachments(input.attachments) };
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

/** The library is loaded with the first file. */
const fileTypeFromBuffer = async (bytes: Uint8Array) => (await import('file-type')).fileTypeFromBuffer(bytes);

/** The files with safe names and content types. @throws `campaign-file-…` for the first invalid one */
async function validateAttachments(files: readonly UploadedFile[]): Promise<Attachment[]> {
  if (files.length > mailLimits.files) throw new DomainError('campaign-file-count');
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (files.some(({ bytes }) => bytes.length > mailLimits.fileBytes) || total > mailLimits.filesBytes)
    throw new DomainError('campaign-file-size');
  if (files.some(({ bytes }) => bytes.length === 0)) throw new DomainError('campaign-file-upload');
  const accepted: Attachment[] = [];
  for (const { name, bytes } of files) {
    const safeName = sanitizeFileName(name);
    const contentType = await attachmentContentType(safeName, bytes, fileTypeFromBuffer);
    if (contentType === undefined) throw new DomainError('campaign-file-type');
    accepted.push({ name: safeName, bytes, contentType });
  }
  return accepted;
}

/** The last part of a path, without invisible and reordering characters, at most 100 characters with its extension. */
function sanitizeFileName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const visible = last.replace(/[\p{C}\p{Zl}\p{Zp}"<>:|?*]/gu, '').trim();
  const end = `.${extensionOf(visible)}`;
  const stem = [...visible.slice(0, visible.length - end.length)];
  return (
    stem
      .slice(0, mailLimits.fileNameCharacters - end.length)
      .join('')
      .trim() + end
  );
}

/** The one image of an upload. @throws one of the four codes for files */
export async function validateImage(
  files: readonly UploadedFile[],
): Promise<{ bytes: Uint8Array; extension: string; contentType: string }> {
  const [image, ...others] = files;
  if (!image || image.bytes.length === 0) throw new DomainError('campaign-file-upload');
  if (others.length > 0) throw new DomainError('campaign-file-count');
  if (image.bytes.length > mailLimits.imageBytes) throw new DomainError('campaign-file-size');
  const found = await detectFileType(image.bytes, fileTypeFromBuffer);
  const extension = mailLimits.imageTypes.find((type) => type === found);
  if (extension === undefined) throw new DomainError('campaign-file-type');
  return { bytes: image.bytes, extension, contentType: `image/${extension === 'jpg' ? 'jpeg' : extension}` };
}

/** The members with these addresses, each once, in the order of the addresses. @throws `campaign-recipients` */
export async function findRecipients(context: WithTable, addresses: readonly string[]): Promise<Recipient[]> {
  const wanted = [...new Set(addresses.map(canonicalize))].sort();
  if (wanted.length === 0 || addresses.length > mailLimits.recipients)
    throw new DomainError('campaign-recipients');
  const found = await findRecipientsByEmail(context, wanted);
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

const Addresses = z.array(z.string());

/** A JSON list of texts. @throws `campaign-recipients` */
export function parseRecipients(json: string): string[] {
  try {
    return Addresses.parse(JSON.parse(json));
  } catch (cause) {
    throw new DomainError('campaign-recipients', { cause });
  }
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
