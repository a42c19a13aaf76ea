import type * as z from 'zod/mini';
import type { previewCampaign as contract } from '#contract/compose-campaign';
import { mailImagePath } from '#shared/deployment';
import { canonicalize, shorten, toHex } from '#shared/text';
import { actorFromMember } from '../../audit/audit.ts';
import type { Member } from '../../members/member.ts';
import { findRecipientsByEmail, type Recipient } from '../suppressions/recipients.ts';
import { exclusionReason } from './campaign.ts';
import type { MessageContent } from './campaign-repository.ts';
import { type CampaignsContext, findMessageOrThrow } from './create-campaign.ts';
import { changeText, MERGE_FIELD, type PersonalizedMessage, personalizeMessage } from './message.ts';
import { sanitizeContent, type UploadedFile, validateImage } from './validation.ts';
import { recordCampaignView } from './view-campaigns.ts';

const MAX_EXCLUDED = 200;
/** Headers, boundaries and the footer. */
const OVERHEAD_BYTES = 2000;

type CampaignPreview = z.output<typeof contract.reply>['data'];

/** What sending would do, without sending: the message as its first recipient would get it, and who is excluded. */
export async function previewCampaign(
  context: CampaignsContext,
  caller: Member,
  input: z.output<typeof contract.request>,
): Promise<CampaignPreview> {
  const addresses = [...new Set(input.recipients.map(canonicalize))].sort();
  const found = await findRecipientsByEmail(context, addresses);
  const excluded: CampaignPreview['excluded'] = [];
  const reached: Recipient[] = [];
  for (const address of addresses) {
    const person = found.get(address);
    const reason = exclusionReason(person);
    if (reason) excluded.push({ address, reason });
    else if (person) reached.push(person);
  }
  const { html, text } = await sanitizeContent(context, input.content);
  const message = { subject: input.subject, html, text };
  const person = reached[0] ?? caller;
  const sent = personalizeMessage(context, message, person, 'sent');
  const htmlBytes = Buffer.byteLength(sent.html);
  const textBytes = htmlBytes + Buffer.byteLength(sent.text);
  // Base64 turns three bytes into four and adds a line end after every 76.
  const deliveryBytes = Math.ceil((textBytes + input.attachmentBytes) * (4 / 3) * (78 / 76)) + OVERHEAD_BYTES;
  return {
    ...personalizeMessage(context, message, person, 'preview'),
    recipients: addresses.length,
    first: addresses[0] ?? '',
    last: addresses.at(-1) ?? '',
    deliveries: reached.length,
    excluded: excluded.slice(0, MAX_EXCLUDED),
    excludedByReason: countByReason(excluded),
    unfilledFields: unfilledFields(message),
    htmlBytes,
    deliveryBytes,
    totalBytes: deliveryBytes * reached.length,
  };
}

function countByReason(excluded: CampaignPreview['excluded']): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of excluded) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

/** A campaign's message as the caller would get it. */
export async function previewMessage(
  context: CampaignsContext,
  caller: Member,
  id: string,
): Promise<PersonalizedMessage> {
  const { campaign, message } = await findMessageOrThrow(context, id);
  await recordCampaignView(context, actorFromMember(caller), 'view-campaign', campaign);
  return personalizeMessage(context, message, caller, 'preview');
}

/** Stores an image once, under its hash, and resolves to its address. @throws as for attachments */
export async function storeImage(context: CampaignsContext, files: readonly UploadedFile[]): Promise<string> {
  const image = await validateImage(files);
  const path = `${mailImagePath}${toHex(context.keyedHash.hash('image', image.bytes))}.${image.extension}`;
  await context.images.put(path.slice(1), { body: image.bytes, contentType: image.contentType });
  return `${context.siteUrl}${path}`;
}

/** Also with one brace too few at the end. */
const IN_BRACES = /\{\{[^{}]*\}\}?/g;
const MAX_NAMED_FIELDS = 20;
const MAX_NAMED_CHARACTERS = 60;

/** Fields as other programs write them: Mailchimp, Word and others; and ours with full-width or too many braces. */
const OTHER_FIELDS = new RegExp(
  [
    '｛+[^｛｝]{1,60}｝+',
    '\\{{3,}[^{}]{1,60}\\}{3,}',
    '\\*\\|[^|*]{1,60}\\|\\*',
    '%%[\\w .-]{1,60}%%',
    '\\[\\[[^[\\]]{1,60}\\]\\]',
    '\\$\\{[^{}]{1,60}\\}',
    '«\\w{1,60}»',
    '<<[^<>]{1,60}>>',
  ].join('|'),
  'g',
);

const leftIn = (text: string): string[] => [
  ...(text.match(OTHER_FIELDS) ?? []),
  ...(text.replace(OTHER_FIELDS, ' ').replace(MERGE_FIELD, ' ').match(IN_BRACES) ?? []),
];

const plainText = (html: string): string => html.replace(/<[^>]*>/g, '').replaceAll('&nbsp;', ' ');
const isField = (text: string): boolean => text.replace(MERGE_FIELD, '') === '';

/**
 * What stands in braces and is sent as it is: what is no merge field, and then merge fields whose parts are formatted
 * differently in the HTML, so that only the text of the email has the member's value.
 */
export function unfilledFields(message: Pick<MessageContent, 'subject' | 'html' | 'text'>): string[] {
  const formatted = (
    changeText(message.html, (each) => each.replace(MERGE_FIELD, ' ')).match(IN_BRACES) ?? []
  )
    .map(plainText)
    .filter(isField);
  const names = [...leftIn(message.subject), ...leftIn(message.text), ...formatted].map((field) =>
    shorten(field.replace(/\s+/g, ' '), MAX_NAMED_CHARACTERS),
  );
  return [...new Set(names)].slice(0, MAX_NAMED_FIELDS);
}
