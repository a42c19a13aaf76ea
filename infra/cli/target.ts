import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { secretNames } from '#shared/deployment';
import {
  checkHasData,
  databaseFile,
  FILES_FOLDER,
  loadSecrets,
  lockOrFindServer,
} from '../local/data-folder.ts';
import { startDatabase } from '../local/database.ts';
import { StartupError } from '../local/disk/errors.ts';
import { startS3 } from '../local/emulators/s3.ts';
import {
  configureLocalAws,
  localFilesBucket,
  localImageBucket,
  localMailBucket,
  localTable,
} from '../local/environment.ts';
import { stackName, stageOf, stages } from '../stages.ts';
import type { DataPlace } from './data-place.ts';

export type TargetTask<T> = (target: Target) => Promise<T>;

const localTarget = (dataFolder: string): Target => ({
  TABLE_NAME: localTable,
  FILES_BUCKET: localFilesBucket,
  MAIL_BUCKET: localMailBucket,
  readSecret: async (name) => (await readLocalSecrets(dataFolder))[name],
});

/** Runs the task on a deployed stage, with the credentials that the AWS command line would use. */
export async function withStage<T>(name: string, task: TargetTask<T>): Promise<T> {
  const { target, region } = await readStageTarget(name);
  process.env['AWS_REGION'] = region;
  return task(target);
}

/** The local data as a place, within a task of `withLocalData`. */
export const openLocalData = (): DataPlace => ({
  table: localTable,
  dynamodb: new DynamoDBClient(),
  connection: {},
  s3: new S3Client({ forcePathStyle: true }),
  buckets: { files: localFilesBucket, mail: localMailBucket, images: localImageBucket },
});

/** Runs the task on this machine's data: over the running server's database, or over one that is started for the task. */
export async function withLocalData<T>(
  dataFolder: string,
  databaseEndpoint: string | undefined,
  task: TargetTask<T>,
): Promise<T> {
  if (databaseEndpoint !== undefined)
    return withFiles(dataFolder, databaseEndpoint, () => task(localTarget(dataFolder)));
  const { lock, running } = await lockOrFindServer(dataFolder);
  if (running) return withFiles(dataFolder, running.databaseEndpoint, () => task(localTarget(dataFolder)));
  const database = await startDatabase(databaseFile(dataFolder));
  try {
    return await withFiles(dataFolder, database.endpoint, () => task(localTarget(dataFolder)));
  } finally {
    await database.stop();
    lock.release();
  }
}

/** The running product may serve the same folder with its own emulator: each file is replaced whole. */
async function withFiles<T>(dataFolder: string, dynamodb: string, task: () => Promise<T>): Promise<T> {
  const clock = () => new Date();
  const buckets = [localFilesBucket, localMailBucket, localImageBucket];
  const files = await startS3({ folder: join(dataFolder, FILES_FOLDER), buckets, clock });
  try {
    configureLocalAws({ dynamodb, s3: files.url });
    return await task();
  } finally {
    await files.close();
  }
}

/** The table and the buckets of private files and of messages, in the environment variables of the functions. */
interface Target {
  TABLE_NAME: string;
  FILES_BUCKET: string;
  MAIL_BUCKET: string;
  readSecret: (name: 'mailKey' | 'passwordPepper') => Promise<string>;
}

export async function readLocalSecrets(dataFolder: string) {
  checkHasData(dataFolder);
  return loadSecrets(dataFolder);
}

/** The secrets that a stage cannot make again, under the names that the backup has. */
export const STAGE_SECRETS = [
  'mailKey',
  'passwordPepper',
  'tokenKeys',
  'archivePasswordHash',
  'stripeKey',
  'stripeWebhookSecret',
] as const satisfies readonly (typeof secretNames)[number][];
export type StageSecret = (typeof STAGE_SECRETS)[number];

/** `PasswordPepper`; the archive's is named after its password. */
const secretOutput = (name: StageSecret): string =>
  name === 'archivePasswordHash' ? 'ArchivePassword' : name.replace(/^./, (first) => first.toUpperCase());

export async function readStageSecret(stageName: string, name: StageSecret): Promise<string> {
  const { client, SecretId } = await secretOf(stageName, name);
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId }));
  if (SecretString === undefined) throw new StartupError(`The secret ${SecretId} is empty.`);
  return SecretString;
}

export async function writeStageSecret(stageName: string, name: StageSecret, value: string): Promise<void> {
  const { client, SecretId } = await secretOf(stageName, name);
  await client.send(new PutSecretValueCommand({ SecretId, SecretString: value }));
}

async function secretOf(stageName: string, name: StageSecret) {
  const { outputOf, region } = await readStageOutputs(stageName);
  return { client: new SecretsManagerClient({ region }), SecretId: outputOf(secretOutput(name)) };
}

/** The table and the buckets of a stage; another table of its account is named by `table`. */
export async function openStageData(stageName: string, table?: string): Promise<DataPlace> {
  const { outputOf, region } = await readStageOutputs(stageName);
  return {
    table: table ?? outputOf('TableName'),
    dynamodb: new DynamoDBClient({ region }),
    connection: { region },
    s3: new S3Client({ region }),
    buckets: {
      files: outputOf('FilesBucket'),
      mail: outputOf('MailBucket'),
      images: outputOf('MailImageBucket'),
    },
  };
}

/** The outputs of a stage's website stack. */
async function readStageOutputs(stageName: string) {
  const stage = stageOf(stageName);
  if (stage === undefined) {
    const known = Object.values(stages).map((each) => each.name);
    throw new StartupError(`Unknown stage "${stageName}". Stages: ${known.join(', ')}.`);
  }
  const name = stackName(stage, 'website');
  const client = new CloudFormationClient({ region: stage.region });
  const { Stacks } = await client
    .send(new DescribeStacksCommand({ StackName: name }))
    .catch(throwWithoutCredentials);
  const outputOf = (key: string) => {
    const value = Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === key)?.OutputValue;
    if (value === undefined)
      throw new StartupError(`The stack ${name} has no output ${key}. Deploy it again.`);
    return value;
  };
  return { outputOf, region: stage.region };
}

/** Every command on a stage begins with this call, so it is the first that needs credentials. */
function throwWithoutCredentials(cause: unknown): never {
  if (!(cause instanceof Error) || cause.name !== 'CredentialsProviderError') throw cause;
  throw new StartupError(
    'No AWS credentials. Run "export AWS_PROFILE=NAME", or put keys in the environment, then try again.',
    { cause },
  );
}

async function readStageTarget(stageName: string) {
  const { outputOf, region } = await readStageOutputs(stageName);
  const target: Target = {
    TABLE_NAME: outputOf('TableName'),
    FILES_BUCKET: outputOf('FilesBucket'),
    MAIL_BUCKET: outputOf('MailBucket'),
    readSecret: (name) => readStageSecret(stageName, name),
  };
  return { target, region };
}
