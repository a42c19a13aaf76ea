/**
 * The names of the environment variables that the functions read; `config.ts` says what each may hold.
 * The secrets among them may be given as they are or as the ARN of a Secrets Manager secret, read once at start.
 */
export const envNames = {
  tableName: 'TABLE_NAME',
  filesBucket: 'FILES_BUCKET',
  siteUrl: 'SITE_URL',
  mailFrom: 'MAIL_FROM',
  mailConfigurationSet: 'MAIL_CONFIGURATION_SET',
  mailBucket: 'MAIL_BUCKET',
  mailKey: 'MAIL_KEY',
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

/** Those that may be given as the ARN of a secret: kept as keys, so that a bundle of other names leaves them out. */
export const secretNames = [
  'tokenKeys',
  'passwordPepper',
  'originSecret',
  'archivePasswordHash',
  'stripeKey',
  'mailKey',
  'stripeWebhookSecret',
] as const satisfies readonly (keyof typeof envNames)[];

/** Who asks: an address without port, set by the CDN over whatever came in, so that nobody can say another's. */
export const viewerAddressHeader = 'x-viewer-address';

/** Known to the CDN and the API only: the API answers nobody who comes without it. */
export const originSecretHeader = 'x-origin-secret';

/** Names a reply, and its lines in the log. */
export const requestIdHeader = 'x-request-id';

/** Where the kinds of private files lie in their buckets, whose life cycles and rights go by these. */
export const s3Prefixes = {
  receipts: 'receipts/',
  archive: 'archive/',
  imports: 'imports/',
  messages: 'letters/',
  attachments: 'attachments/',
  scheduledAttachments: 'attachments-later/',
  drafts: 'drafts/',
} as const;

/** Below it, pictures in mails, at the site's own address. */
export const mailImagePath = '/mail-images/';
