import { devNull } from 'node:os';
import { envNames } from '#shared/deployment';
import type { LocalSecrets } from './data-folder.ts';
import { localAccessKey } from './emulators/server.ts';
import { paymentLinks } from './emulators/stripe-payments.ts';

const region = 'ap-southeast-1';
export const localTable = 'asiagraphics';
export const localFilesBucket = 'files';
export const localMailBucket = 'mail';
export const localImageBucket = 'images';
const localAccount = '000000000000';
export const localCampaignQueue = 'campaigns';
export const localImportQueue = 'imports';
export const localQueueArn = `arn:aws:sqs:${region}:${localAccount}:${localCampaignQueue}`;
export const localScheduleGroup = 'campaigns';
export const localScheduleRoleArn = `arn:aws:iam::${localAccount}:role/scheduler`;

/** Nothing listens there: a call to a service without an emulator fails and never reaches AWS. */
const NOWHERE = 'http://127.0.0.1:1';

/**
 * Directs every AWS client of this process to this machine. It removes the settings for the real AWS, so that nothing
 * local can reach it.
 */
export function configureLocalAws(
  endpoints: { dynamodb: string } & Partial<Record<'s3' | 'ses' | 'sqs' | 'scheduler', string>>,
): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  const endpointNames = Object.entries(endpoints).map(([service, url]) => [
    `AWS_ENDPOINT_URL_${service.toUpperCase()}`,
    url,
  ]);
  Object.assign(process.env, {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: localAccessKey,
    AWS_SECRET_ACCESS_KEY: localAccessKey,
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_ENDPOINT_URL: NOWHERE,
    ...Object.fromEntries(endpointNames),
  });
}

/** The environment variables of the functions. The emulators of all services have one address. */
export const localEnvironment = ({
  siteUrl,
  emulatorUrl,
  secrets,
  webhookSecret,
  secondFactor,
}: {
  siteUrl: string;
  emulatorUrl: string;
  secrets: LocalSecrets & { archivePasswordHash: string };
  webhookSecret: string;
  secondFactor: 'required' | 'optional';
}) => ({
  [envNames.tableName]: localTable,
  [envNames.filesBucket]: localFilesBucket,
  [envNames.mailBucket]: localMailBucket,
  [envNames.imageBucket]: localImageBucket,
  [envNames.mailKey]: secrets.mailKey,
  [envNames.mailConfigurationSet]: 'local',
  [envNames.campaignQueueUrl]: `${emulatorUrl}/sqs/${localAccount}/${localCampaignQueue}`,
  [envNames.importQueueUrl]: `${emulatorUrl}/sqs/${localAccount}/${localImportQueue}`,
  [envNames.campaignQueueArn]: localQueueArn,
  [envNames.scheduleGroup]: localScheduleGroup,
  [envNames.scheduleRoleArn]: localScheduleRoleArn,
  [envNames.secondFactor]: secondFactor,
  [envNames.siteUrl]: siteUrl,
  [envNames.mailFrom]: 'Asia Graphics Association <no-reply@asiagraphics.example>',
  [envNames.tokenKeys]: JSON.stringify({ current: secrets.tokenKey }),
  [envNames.passwordPepper]: secrets.passwordPepper,
  [envNames.originSecret]: secrets.originSecret,
  [envNames.archivePasswordHash]: secrets.archivePasswordHash,
  [envNames.stripeKey]: 'sk_test_local',
  [envNames.stripeWebhookSecret]: webhookSecret,
  [envNames.stripeApi]: emulatorUrl,
  [envNames.paymentLinks]: JSON.stringify(paymentLinks),
});
