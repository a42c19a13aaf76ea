import { devNull } from 'node:os';
import { join, resolve } from 'node:path';
import { envNames } from '#shared/deployment';
import type { LocalSecrets } from './data-folder.ts';
import { StartupError } from './disk/errors.ts';
import { localAccessKey } from './emulators/server.ts';
import { type SesAccount, sesAccounts } from './emulators/ses.ts';
import { paymentLinks } from './emulators/stripe-payments.ts';

export const projectFolder = join(import.meta.dirname, '../..');

const DEFAULT_PORT = '8080';
const DEFAULT_DATA_DIR = '.data';

export function readPort({ PORT = '' }: NodeJS.ProcessEnv): number {
  const port = PORT || DEFAULT_PORT;
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return Number(port);
  throw new StartupError(`PORT is "${PORT}". Set it to a number from 1 to 65535.`);
}

/** One of the choices by its name; without one, the first. */
function readChoice<T>(environment: NodeJS.ProcessEnv, variable: string, choices: Record<string, T>): T {
  const { [variable]: given = '' } = environment;
  const found = Object.entries(choices).find(([name]) => given === '' || given === name);
  if (found) return found[1];
  throw new StartupError(`${variable} is "${given}". Set it to one of ${Object.keys(choices).join(', ')}.`);
}

/** A DynamoDB that replaces the embedded database. */
export function readDatabaseEndpoint({
  AWS_ENDPOINT_URL_DYNAMODB: url = '',
}: NodeJS.ProcessEnv): string | undefined {
  if (url === '') return undefined;
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url;
  throw new StartupError(
    `AWS_ENDPOINT_URL_DYNAMODB is "${url}". Set it to the address of a DynamoDB, for example http://localhost:8000.`,
  );
}

/** The folder of all local data; a relative path starts from the project's folder. */
export const readDataDir = ({ DATA_DIR = '' }: NodeJS.ProcessEnv): string =>
  resolve(projectFolder, DATA_DIR || DEFAULT_DATA_DIR);

/** The real time or, with `NOW`, a clock that starts at that date or time, to try out the end of a year. */
export function readClock({ NOW = '' }: NodeJS.ProcessEnv): () => Date {
  if (NOW === '') return () => new Date();
  const ahead = Date.parse(NOW) - Date.now();
  if (Number.isNaN(ahead))
    throw new StartupError(`NOW is "${NOW}". Set it to a date or time, for example 2026-12-01.`);
  return () => new Date(Date.now() + ahead);
}

/** What the environment says about a start. */
export const readStart = (environment: NodeJS.ProcessEnv) => ({
  port: readPort(environment),
  dataFolder: readDataDir(environment),
  clock: readClock(environment),
  // Unlike on a deployed stage, administrators need no second factor by default: demo accounts log in without a setup.
  secondFactor: readChoice<'optional' | 'required'>(environment, 'SECOND_FACTOR', {
    optional: 'optional',
    required: 'required',
  }),
  /** Whether a new copy gets members to look at, besides the demo accounts. */
  hasSampleMembers: readChoice(environment, 'SAMPLE_MEMBERS', { some: true, none: false }),
  /** The account at the emulator of SES: one that may send, or one whose emails are rejected. */
  sesAccount: readChoice<SesAccount>(environment, 'SES_ACCOUNT', sesAccounts),
  databaseEndpoint: readDatabaseEndpoint(environment),
});

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
