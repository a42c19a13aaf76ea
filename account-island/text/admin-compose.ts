import { errorMessages } from '#shared/errors';
import type { MERGE_FIELDS } from '#shared/mail-limits';
import { formatBothZones, formatBytes, formatCount, plural } from './format.ts';

/** Texts of the Send Email panel. */
export const composeMessages = {
  recipientsFailed: 'Failed to load users. Please check your connection and try again.',
  notSent: errorMessages['campaign-content'],

  draftFailed: 'Failed to load your draft.',
  draftNotSaved: 'Failed to save the draft. Please try again.',
  draftNotDiscarded: 'Failed to discard the draft. Please try again.',
  discardTitle: 'Discard draft?',
  discardText: "Recipients and text will be deleted. You can't undo this.",
  replaceTitle: 'Replace your saved draft?',
  replaceText:
    'You have saved another draft, for example in another window. There can be only one. Replacing it deletes its text, and opening it discards the text in this form.',
  newerDraftKept: 'A newer draft was saved in another window. It has been kept, and is open now.',
  missingFiles: "Drafts don't include attachments. Attach these files again:",

  noRecipients: 'No recipients selected',
  allActive: 'All active members',
  choose: 'Choose',
  change: 'Change',
  chooseTitle: 'Choose recipients',
  chooseText: 'Only members with an active account can be chosen.',
  inactive: 'Inactive',
  /** The label of the button that takes over a choice of recipients. */
  recipientsLabel: (count: number): string => plural(count, 'Use 1 recipient', 'Use {n} recipients'),
  recipientNeeded: 'Select at least one recipient.',
  tooManyRecipients: 'An email can have at most 10,000 recipients.',
  /** How many recipients an email has, and which: in words, or the first addresses of a few. */
  describeRecipients({ recipients, audience }: { recipients: readonly string[]; audience: string }): {
    count: string;
    which: string;
  } {
    const more = recipients.length - NAMED_RECIPIENTS;
    const isNamed = recipients.length <= MOST_RECIPIENTS_NAMED;
    const named = recipients.slice(0, NAMED_RECIPIENTS).join(', ');
    return {
      count: composeMessages.recipientCount(recipients.length),
      which: audience || (isNamed && (more > 0 ? `${named} and ${formatCount(more)} more` : named)) || '',
    };
  },
  recipientCount: (count: number): string => plural(count, '1 recipient', '{n} recipients'),

  filesHint:
    'PDF, PNG, JPG, DOCX, XLSX, PPTX, TXT, CSV or ICS. Up to 5 files, 3 MB each and 3.6 MB in total.',
  /** `programme.pdf (1.2 MB), map.png (80.0 kB)` */
  attachmentList: (files: readonly Pick<File, 'name' | 'size'>[]): string =>
    files.map(({ name, size }) => `${name} (${formatBytes(size)})`).join(', '),
  attachedCount: (count: number): string => plural(count, '1 file attached', '{n} files attached'),
  content: 'Content',
  insert: 'Insert',
  fallback: 'of each member. For members who have none, write',
  removeField: 'Remove field',
  /** Above the folded field. */
  repliesTo: (address: string | undefined): string =>
    address ? `Replies go to ${address}` : 'Replies go to our own address',
  replyToHint: (contact: string | undefined): string =>
    contact === undefined
      ? 'Leave it empty for our own address.'
      : `Leave it empty for our own address, ${contact}.`,
  now: 'Now',
  /** When an email is sent, in Hong Kong. */
  sendsAt({ isLater, scheduleTime }: { isLater: boolean; scheduleTime: string }): string {
    const [time] = isLater ? formatBothZones(scheduleTime).split(' · ') : [];
    return time ? `Sends on ${time}` : isLater ? 'Choose a send time' : 'Sends now';
  },
  imageHint: "For people who can't see the image. Leave it empty if the image is only decoration.",
  linkError: 'Enter an address that starts with https://, http:// or mailto:.',
  subjectError: 'Enter a subject of one line, 200 characters or fewer.',
  contentError: 'Enter a message of 256 KB or less.',
  scheduleError: 'Choose a time between 1 minute and 1 year from now.',
  recipientsError: "These addresses can't receive this email:",
  excludedAddresses:
    "These addresses don't belong to a member with an active account. Remove them to continue:",
  removeAddresses: (count: number): string => plural(count, 'Remove address', 'Remove addresses'),
  excludedCount: (count: number): string =>
    plural(count, "1 won't receive this email", "{n} won't receive this email"),
  previewText: 'The preview shows the email as the first recipient will see it.',
  laterPreviewText:
    'The preview shows the email as the first recipient would see it now. Inserted fields are filled in at the send time. Members who renew before then receive it too.',
  /** Said of what looks like a merge field, but is unknown, or only a part of it is formatted. */
  unfilledFields: (written: readonly string[]): string =>
    written.length === 1
      ? `Recipients will see ${written[0]} as it is. Go back, delete it, and select the field under Insert.`
      : `Recipients will see ${written.join(', ')} as they are. Go back, delete them, and select the fields under Insert.`,
  linkInstead: 'These attachments make the email large. Consider a link to the files instead.',
  /** What happens to an email above the size that Gmail shows. */
  clippedText: (htmlBytes: number): string =>
    `The text of this email is ${formatBytes(htmlBytes)}. Gmail cuts off emails above 100 kB and hides what follows, including the unsubscribe link. Shorten the text, or link to a page with the rest.`,
  testSent: 'Test email sent.',

  typeToConfirm: (count: number): string => `To confirm, type the number of recipients: ${count}`,
  /** The label of the button that sends. */
  sendLabel: (count: number, isLater: boolean): string =>
    isLater
      ? plural(count, 'Schedule for 1 recipient', 'Schedule for {n} recipients')
      : plural(count, 'Send to 1 recipient', 'Send to {n} recipients'),
} as const;

export const templateMessages = {
  templatesText: 'Start from a text that an administrator has saved.',
  none: 'No templates yet. To make one, write an email and select Save as template.',
  used: 'The email below has the text of the template.',
  deleted: 'This template has been deleted.',
  useTitle: 'Replace your text?',
  useText:
    'The subject, content and reply address of this email will be replaced with those of the template.',
  deleteTitle: (name: string): string => `Delete the template "${name}"?`,
  deleteText: 'All administrators use this template. Emails made from it stay as they are.',
  saveTitle: 'Save as template',
  saveText:
    'Saves subject, content and reply address for all administrators, without recipients and attachments. A template with the same name is replaced.',
} as const;

/** The merge fields as the editor inserts them. */
export const mergeFields: readonly {
  label: string;
  name: (typeof MERGE_FIELDS)[number];
  fallback: string;
}[] = [
  { label: 'First name', name: 'firstName', fallback: 'member' },
  { label: 'Full name', name: 'name', fallback: 'member' },
  { label: 'Valid until', name: 'validUntil', fallback: 'not active' },
  { label: 'Renewal link', name: 'renewLink', fallback: 'no payment due' },
];

const NAMED_RECIPIENTS = 2;
/** Of more, two addresses say nothing about the others. */
const MOST_RECIPIENTS_NAMED = 10;
