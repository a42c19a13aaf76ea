import type { MailDraft } from '#contract/mail-drafts';

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

export const emptyLetter: Letter = {
  recipients: [],
  subject: '',
  content: '',
  files: [],
  isLater: false,
  scheduleTime: '',
};

export const letterOf = ({ recipients, subject, content, scheduleTime }: MailDraft): Letter => ({
  ...emptyLetter,
  recipients,
  subject,
  content,
  isLater: scheduleTime !== '',
  scheduleTime,
});

export const draftOf = (letter: Letter): MailDraft => ({
  recipients: [...letter.recipients],
  subject: letter.subject,
  content: letter.content,
  scheduleTime: letter.isLater ? letter.scheduleTime : '',
  attachments: letter.files.map(({ name, size }) => ({ name, size })),
});

/** Whether a reader would find nothing: no word and no picture. */
export const isBlank = (html: string): boolean =>
  !html.includes('<img ') && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === '';
