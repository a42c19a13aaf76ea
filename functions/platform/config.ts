import * as z from 'zod/mini';
import { MEMBERSHIP_TYPES, SECOND_FACTOR_POLICIES } from '#shared/choices';
import { envNames } from '#shared/deployment';

export type Environment = Readonly<Record<string, string | undefined>>;

const Text = z.string().check(z.minLength(1));
const Secret = z.string().check(
  z.minLength(32, 'has fewer than 32 characters'),
  // A function that has forgotten `withSecrets` would hash with it.
  z.refine((value) => !value.startsWith('arn:'), 'is the ARN of a secret that was not read'),
);

const json = z.transform((text: string, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.issues.push({ code: 'custom', message: 'is not JSON', input: text });
    return z.NEVER;
  }
});

/** An argon2 hash; empty until an operator has set a password, since the secret's initial value belongs to nobody. */
const ArchivePasswordHash = z.pipe(
  z.string(),
  z.transform((text: string) => (text.startsWith('$argon2id$') ? text : '')),
);

const PaymentLink = z.object({
  id: Text,
  type: z.enum(MEMBERSHIP_TYPES),
  /** https or, on a local start, a path of the site. The payment reference is appended as its query. */
  url: z.string().check(z.regex(/^(https:\/\/[^\s/?#]+)?\/(?!\/)[^\s?#]*$/, 'is no address without a query')),
});
export type PaymentLink = z.output<typeof PaymentLink>;

/** A JSON list of hosted pages, each with its address and the type it sells. Empty if online payment is not set up. */
const PaymentLinks = z.pipe(z.pipe(Text, json), z.array(PaymentLink));

export const TableConfig = z.object({ [envNames.tableName]: Text });

export const FilesConfig = z.object({ [envNames.tableName]: Text, [envNames.filesBucket]: Text });

export const ImportWorkerConfig = z.extend(FilesConfig, {
  [envNames.passwordPepper]: Secret,
  [envNames.importQueueUrl]: Text,
});

export const ApiConfig = z.object({
  [envNames.tableName]: Text,
  [envNames.siteUrl]: z.url(),
  /** `{ "current": "…", "previous": "…" }`: tokens are signed with the first; both are accepted. */
  [envNames.tokenKeys]: z.pipe(
    z.pipe(Text, json),
    z.object({ current: Secret, previous: z.optional(Secret) }),
  ),
  [envNames.passwordPepper]: Secret,
  /** Whether administrators must have two-step verification. */
  [envNames.secondFactor]: z._default(z.enum(SECOND_FACTOR_POLICIES), 'required'),
  [envNames.originSecret]: Secret,
  [envNames.filesBucket]: Text,
  [envNames.mailBucket]: Text,
  [envNames.imageBucket]: Text,
  [envNames.mailKey]: Secret,
  [envNames.campaignQueueUrl]: Text,
  [envNames.campaignQueueArn]: Text,
  [envNames.importQueueUrl]: Text,
  [envNames.scheduleGroup]: Text,
  [envNames.scheduleRoleArn]: Text,
  [envNames.archivePasswordHash]: ArchivePasswordHash,
  [envNames.stripeWebhookSecret]: Text,
});

export const MailerConfig = z.object({
  [envNames.tableName]: Text,
  [envNames.mailFrom]: Text,
  [envNames.siteUrl]: z.url(),
  /** Without one, bounces are never reported. */
  [envNames.mailConfigurationSet]: z.optional(Text),
});

export const CampaignSenderConfig = z.extend(MailerConfig, {
  [envNames.mailBucket]: Text,
  [envNames.mailKey]: Secret,
  [envNames.campaignQueueUrl]: Text,
});

export const NightlyWorkConfig = z.object({ [envNames.tableName]: Text, [envNames.mailBucket]: Text });

/** MM-DD, of every year. */
const DayOfYear = z
  .string()
  .check(z.refine((day) => z.iso.date().safeParse(`2001-${day}`).success, 'is not a day of the year, MM-DD'));

export const ReminderConfig = z.object({
  [envNames.tableName]: Text,
  /** A JSON list of days, `["12-01", "01-02"]`, which replaces `defaultStages`. */
  [envNames.reminderStages]: z.optional(z.pipe(z.pipe(Text, json), z.array(DayOfYear))),
});

export const PaymentConfig = z.object({
  [envNames.stripeKey]: Text,
  /** Replaces Stripe's own address: the emulator's. */
  [envNames.stripeApi]: z.optional(z.url()),
  [envNames.paymentLinks]: PaymentLinks,
});

/** Reads one part of the environment; an error names the variable. */
export function readConfig<S extends z.ZodMiniType>(schema: S, environment: Environment): z.output<S> {
  const result = schema.safeParse(environment);
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`The environment is not complete: ${errors.join('; ')}`);
}
