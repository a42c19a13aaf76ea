import type { CampaignDraft } from '#contract/compose-campaign';
import { attachmentContentType } from '#shared/attachment-types';
import { type CampaignErrorReason, errorMessages } from '#shared/errors';
import { fieldSentences } from '#shared/field-sentences';
import { EmailAddress } from '#shared/fields';
import { withHongKongOffset } from '#shared/hong-kong';
import { mailLimits } from '#shared/mail-limits';
import { ApiError } from '../../../api/http.ts';
import { isSecondFactorAsked } from '../../../api/prompts.ts';
import { composeMessages as texts } from '../../../text/admin-compose.ts';
import { errorSentence, withReference } from '../../../text/errors.ts';

/** An email as the form stores it. */
export interface MessageForm {
  recipients: readonly string[];
  /** In words who they are, for a choice of all who match a filter; not in a draft. */
  audience: string;
  subject: string;
  /** The editor's HTML. */
  content: string;
  /** Empty for the association's own address. */
  replyTo: string;
  files: readonly File[];
  isLater: boolean;
  /** Hong Kong time in the format of `datetime-local`: 2026-10-31T18:00. */
  scheduleTime: string;
}

export const emptyMessage: MessageForm = {
  recipients: [],
  audience: '',
  subject: '',
  content: '',
  replyTo: '',
  files: [],
  isLater: false,
  scheduleTime: '',
};

export const messageFromDraft = (draft: CampaignDraft): MessageForm => ({
  ...emptyMessage,
  ...draft,
  isLater: draft.scheduleTime !== '',
});

export const draftFromMessage = (message: MessageForm): CampaignDraft => ({
  recipients: [...message.recipients],
  subject: message.subject,
  content: message.content,
  replyTo: message.replyTo,
  scheduleTime: message.isLater ? message.scheduleTime : '',
  attachments: message.files.map(({ name, size }) => ({ name, size })),
});

/** Whether the HTML has neither text nor an image. */
export const isBlankHtml = (html: string): boolean =>
  !html.includes('<img ') && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === '';

/** In the order of the form. */
export const MESSAGE_FIELDS = [
  'recipients',
  'subject',
  'content',
  'files',
  'replyTo',
  'scheduleTime',
] as const;
type MessageField = (typeof MESSAGE_FIELDS)[number];
export type MessageErrors = ReadonlyMap<MessageField, string>;

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The errors of the form before it is sent. */
export function validateMessage(message: MessageForm, now: Date): MessageErrors {
  const fieldErrors = new Map<MessageField, string>();
  const { recipients, subject, content } = message;
  if (recipients.length === 0) fieldErrors.set('recipients', texts.recipientNeeded);
  if (recipients.length > mailLimits.recipients) fieldErrors.set('recipients', texts.tooManyRecipients);
  if (subject.trim() === '') fieldErrors.set('subject', fieldSentences.required);
  if (message.replyTo.trim() !== '' && !EmailAddress.safeParse(message.replyTo).success)
    fieldErrors.set('replyTo', fieldSentences.email);
  if (isBlankHtml(content)) fieldErrors.set('content', fieldSentences.required);
  if (message.isLater && !isAhead(message.scheduleTime, now))
    fieldErrors.set(
      'scheduleTime',
      message.scheduleTime === '' ? fieldSentences.required : texts.scheduleError,
    );
  return fieldErrors;
}

function isAhead(local: string, now: Date): boolean {
  const ahead = Date.parse(withHongKongOffset(local)) - now.getTime();
  return ahead >= MINUTE && ahead <= mailLimits.scheduleToDays * DAY;
}

type AttachmentErrorCode = Extract<CampaignErrorReason, `file-${string}`>;

/** Why a file cannot be attached beside `attached`, as the server would say it; undefined if it can. */
export async function attachmentError(
  file: File,
  attached: readonly File[],
): Promise<AttachmentErrorCode | undefined> {
  if (attached.length >= mailLimits.files) return 'file-count';
  if (file.size === 0) return 'file-upload';
  const total = attached.reduce((sum, { size }) => sum + size, file.size);
  if (file.size > mailLimits.fileBytes || total > mailLimits.filesBytes) return 'file-size';
  const { fileTypeFromBuffer } = await import('file-type');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const contentType = await attachmentContentType(file.name, bytes, fileTypeFromBuffer);
  return contentType === undefined ? 'file-type' : undefined;
}

/** The sentence of an error and the form's field for it, if there is one. */
export function describeMailError(
  error: unknown,
  hasFiles: boolean,
): { field?: MessageField; sentence: string } {
  if (!(error instanceof ApiError)) return { sentence: texts.notSent };
  if (error.status === undefined || error.status === 429 || isSecondFactorAsked(error))
    return { sentence: errorSentence(error) };
  if (error.status === 413)
    return hasFiles
      ? { field: 'files', sentence: errorMessages['campaign-file-size'] }
      : { field: 'content', sentence: texts.contentError };
  switch (error.body?.error) {
    case 'campaign-file-type':
    case 'campaign-file-size':
    case 'campaign-file-upload':
    case 'campaign-file-count':
      return { field: 'files', sentence: errorMessages[error.body.error] };
    case 'campaign-recipients':
      return { field: 'recipients', sentence: recipientsSentence(error) };
    case 'campaign-subject':
      return { field: 'subject', sentence: texts.subjectError };
    case 'campaign-content':
      return issuePathOf(error) === 'replyTo'
        ? { field: 'replyTo', sentence: fieldSentences.email }
        : { field: 'content', sentence: issueOf(error) ?? texts.contentError };
    case 'campaign-schedule':
      return { field: 'scheduleTime', sentence: texts.scheduleError };
    default:
      return { sentence: withReference(texts.notSent, error) };
  }
}

const issuePathOf = ({ body }: ApiError): string | undefined => body?.issues?.[0]?.path;
const issueOf = ({ body }: ApiError): string | undefined => body?.issues?.[0]?.message;

function recipientsSentence({ body }: ApiError): string {
  const named = body?.issues?.map(({ path, message }) => `${path} (${message})`).join(', ');
  return named ? `${texts.recipientsError} ${named}` : texts.notSent;
}
