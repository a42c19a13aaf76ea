/** What mail to many members may hold. */
export const mailLimits = {
  recipients: 10_000,
  subjectCharacters: 200,
  contentBytes: 256 * 1024,
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

/** How long what belongs to such a mail is kept. */
export const mailRetentionDays = {
  /** Of a mail that leaves within a day. */
  attachments: 30,
  /** Text, ledger, drafts, and attachments that wait for their time: a year ahead and a month after. */
  longest: 396,
} as const;

/**
 * What stands for a member's own words in subject and content: `{{firstName|colleague}}`, where the text after the bar
 * serves those who have none. `validUntil` is "1 January 2027", for members whose membership runs; `renewLink` leads to the
 * membership panel, for those who can pay now. In HTML it becomes a link.
 */
export const MERGE_FIELDS = ['firstName', 'validUntil', 'renewLink'] as const;
