/**
 * Names of the environment variables that the functions read; `config.ts` says what each may hold. Secrets may be given
 * as they are or as the ARN of a Secrets Manager secret, which is read once at start.
 */
export const envNames = {
  tableName: 'TABLE_NAME',
  filesBucket: 'FILES_BUCKET',
  siteUrl: 'SITE_URL',
  mailFrom: 'MAIL_FROM',
  mailConfigurationSet: 'MAIL_CONFIGURATION_SET',
  mailBucket: 'MAIL_BUCKET',
  mailKey: 'MAIL_KEY',
  campaignQueueUrl: 'CAMPAIGN_QUEUE_URL',
  campaignQueueArn: 'CAMPAIGN_QUEUE_ARN',
  importQueueUrl: 'IMPORT_QUEUE_URL',
  scheduleGroup: 'SCHEDULE_GROUP',
  scheduleRoleArn: 'SCHEDULE_ROLE_ARN',
  imageBucket: 'IMAGE_BUCKET',
  reminderStages: 'REMINDER_STAGES',
  tokenKeys: 'TOKEN_KEYS',
  passwordPepper: 'PASSWORD_PEPPER',
  secondFactor: 'SECOND_FACTOR',
  originSecret: 'ORIGIN_SECRET',
  archivePasswordHash: 'ARCHIVE_PASSWORD_HASH',
  stripeKey: 'STRIPE_KEY',
  stripeWebhookSecret: 'STRIPE_WEBHOOK_SECRET',
  stripeApi: 'STRIPE_API',
  paymentLinks: 'PAYMENT_LINKS',
} as const;

/** The variables that may hold the ARN of a secret. They are keys, so that bundles with other names leave them out. */
export const secretNames = [
  'tokenKeys',
  'passwordPepper',
  'originSecret',
  'archivePasswordHash',
  'stripeKey',
  'mailKey',
  'stripeWebhookSecret',
] as const satisfies readonly (keyof typeof envNames)[];

/** The caller's address without port, which the CDN sets over any incoming value, so that nobody can forge it. */
export const viewerAddressHeader = 'x-viewer-address';

/** A secret of the CDN and the API: the API rejects every call without it. */
export const originSecretHeader = 'x-origin-secret';

/** Identifies a reply and its lines in the log. */
export const requestIdHeader = 'x-request-id';

/** Prefixes of the private files: the buckets' life cycles and permissions depend on them. */
export const s3Prefixes = {
  receipts: 'receipts/',
  archive: 'archive/',
  imports: 'imports/',
  exports: 'exports/',
  /** Files of an earlier version. */
  ledger: 'ledger/',
  messages: 'letters/',
  attachments: 'attachments/',
  scheduledAttachments: 'attachments-later/',
  drafts: 'drafts/',
} as const;

/** The path of images in emails, at the site's own address. */
export const mailImagePath = '/mail-images/';
