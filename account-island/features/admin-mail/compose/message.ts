import type { CampaignDraft } from '#contract/compose-campaign';
import { type CampaignErrorReason, errorMessages } from '#shared/errors';
import { withHongKongOffset } from '#shared/hong-kong';
import { mailLimits } from '#shared/mail-limits';
import { complaint, complaints } from '../../../text/account.ts';
import { mailingMessages as texts } from '../../../text/admin-compose.ts';

/** An email as the form holds it. */
export interface Letter {
  recipients: readonly string[];
  subject: string;
  /** HTML of the editor. */
  content: string;
  files: readonly File[];
  isLater: boolean;
  /** Hong Kong time as `datetime-local` has it: 2026-10-31T18:00. */
  scheduleTime: string;
}

export const emptyMessage: Letter = {
  recipients: [],
  subject: '',
  content: '',
  files: [],
  isLater: false,
  scheduleTime: '',
};

export const letterOf = ({ recipients, subject, content, scheduleTime }: CampaignDraft): Letter => ({
  ...emptyMessage,
  recipients,
  subject,
  content,
  isLater: scheduleTime !== '',
  scheduleTime,
});

export const draftOf = (letter: Letter): CampaignDraft => ({
  recipients: [...letter.recipients],
  subject: letter.subject,
  content: letter.content,
  scheduleTime: letter.isLater ? letter.scheduleTime : '',
  attachments: letter.files.map(({ name, size }) => ({ name, size })),
});

/** Whether a reader would find nothing: no word and no picture. */
export const isBlankHtml = (html: string): boolean =>
  !html.includes('<img ') && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === '';

/** In the order of the form. */
export const MESSAGE_FIELDS = ['recipients', 'subject', 'content', 'files', 'scheduleTime'] as const;
export type MessageField = (typeof MESSAGE_FIELDS)[number];
export type MessageErrors = ReadonlyMap<MessageField, string>;

const MINUTE = 60_000;
const DAY = 86_400_000;

/** What stands in the way of sending: account area, section 5. */
export function validateMessage(letter: Letter, now: Date): MessageErrors {
  const fieldErrors = new Map<MessageField, string>();
  const { recipients, subject, content, files } = letter;
  if (recipients.length === 0) fieldErrors.set('recipients', texts.chooseRecipients);
  if (recipients.length > mailLimits.recipients) fieldErrors.set('recipients', texts.tooMany);
  if (subject.trim() === '') fieldErrors.set('subject', complaint('Subject', complaints.missing));
  if (isBlankHtml(content)) fieldErrors.set('content', complaint('Content', complaints.missing));
  const file = validateAttachments(files).find((error) => error !== undefined);
  if (file) fieldErrors.set('files', errorMessages[`campaign-${file}`]);
  if (letter.isLater && !isAhead(letter.scheduleTime, now))
    fieldErrors.set(
      'scheduleTime',
      complaint('Send at', letter.scheduleTime === '' ? complaints.missing : texts.scheduleRule),
    );
  return fieldErrors;
}

function isAhead(local: string, now: Date): boolean {
  const ahead = Date.parse(withHongKongOffset(local)) - now.getTime();
  return ahead >= MINUTE && ahead <= mailLimits.scheduleToDays * DAY;
}

export type AttachmentErrorCode = Extract<CampaignErrorReason, `file-${string}`>;

/** What is wrong with each file, or undefined; the server looks into them as well. Account area, section 8. */
export function validateAttachments(
  files: readonly Pick<File, 'name' | 'size'>[],
): (AttachmentErrorCode | undefined)[] {
  let bytes = 0;
  return files.map(({ name, size }, place) => {
    if (place >= mailLimits.files) return 'file-count';
    const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase().replace('jpeg', 'jpg');
    if (!mailLimits.fileTypes.some((type) => type === extension)) return 'file-type';
    if (size === 0) return 'file-upload';
    bytes += size;
    if (size > mailLimits.fileBytes || bytes > mailLimits.filesBytes) return 'file-size';
    return undefined;
  });
}
