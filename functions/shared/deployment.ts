/**
 * The names of the environment variables that the functions read; `config.ts` says what each may hold.
 * The secrets below may be given as they are or as the ARN of a Secrets Manager secret, read once at start.
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

export const secretNames = [
  envNames.tokenKeys,
  envNames.passwordPepper,
  envNames.originSecret,
  envNames.archivePasswordHash,
  envNames.stripeKey,
  envNames.mailKey,
  envNames.stripeWebhookSecret,
] as const;
