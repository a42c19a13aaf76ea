/** Limits of a campaign's content. */
export const mailLimits = {
  recipients: 10_000,
  subjectCharacters: 200,
  contentBytes: 256 * 1024,
  /** Gmail clips HTML of more than 102 KB, and with it the unsubscribe link at its end. */
  htmlBytesBeforeWarning: 100_000,
  files: 5,
  fileBytes: 3 * 1024 * 1024,
  filesBytes: Math.floor(3.6 * 1024 * 1024),
  fileNameCharacters: 100,
  fileTypes: ['pdf', 'png', 'jpg', 'docx', 'xlsx', 'pptx', 'txt', 'csv', 'ics'],
  imageBytes: 2 * 1024 * 1024,
  imageTypes: ['png', 'jpg', 'gif', 'webp'],
  scheduleFromSeconds: 60,
  scheduleToDays: 365,
} as const;

/** How long the data of a campaign is stored. */
export const mailRetentionDays = {
  /** Attachments of a campaign that is due within a day. */
  attachments: 30,
  /** Message, deliveries, drafts, and attachments of scheduled campaigns: a year ahead and a month after. */
  longest: 396,
} as const;

/**
 * Placeholders for a member's own values in subject and content: in `{{firstName|colleague}}`, the text after the bar is
 * used for members without a value. `name` is the full name. `validUntil` is "1 January 2027", for active members; `renewLink` leads to the
 * membership panel, for those who can pay now. In HTML it becomes a link.
 */
export const MERGE_FIELDS = ['firstName', 'name', 'validUntil', 'renewLink'] as const;
