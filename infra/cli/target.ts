import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3 } from '@aws-sdk/client-s3';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import {
  checkHasData,
  databaseFile,
  FILES_FOLDER,
  loadSecrets,
  lockOrFindServer,
} from '../local/data-folder.ts';
import { ensureTable, startDatabase } from '../local/database.ts';
import { StartupError } from '../local/disk/errors.ts';
import { s3Routes } from '../local/emulators/s3.ts';
import { localAccessKey, serve } from '../local/emulators/server.ts';
import {
  configureLocalAws,
  localFilesBucket,
  localImageBucket,
  localMailBucket,
  localTable,
} from '../local/settings.ts';
import { type Stage, type StageSecret, secretOutput, stackName, stageOf, stages } from '../stages.ts';
import type { DataPlace } from './data-place.ts';

/**
 * Runs the task on a deployed stage or, without one, on this machine's data: over the running server's database, or over
 * one that is started for the task, or `databaseEndpoint`, which replaces it. The functions reach it by their own clients,
 * which read the environment.
 */
export async function withTarget<T>(
  stage: string | undefined,
  { folder, databaseEndpoint }: { folder: string; databaseEndpoint: string | undefined },
  task: (target: DataPlace) => Promise<T>,
): Promise<T> {
  if (stage !== undefined) {
    const target = await openStage(stage);
    process.env['AWS_REGION'] = target.stage.region;
    return task(target);
  }
  const onFolder = (endpoint: string | undefined) =>
    withFolder(folder, endpoint, (place) => {
      configureLocalAws({ dynamodb: place.connection.endpoint, s3: place.filesUrl });
      return task(place);
    });
  if (databaseEndpoint !== undefined) return onFolder(databaseEndpoint);
  const { lock, running } = await lockOrFindServer(folder);
  if (running) return onFolder(running.databaseEndpoint);
  try {
    return await onFolder(undefined);
  } finally {
    lock.release();
  }
}

/**
 * The data of a folder as a place, while the task runs; without the endpoint of a database, over one that is started for
 * the task. The running product may serve the same folder with its own emulator: each file is replaced whole.
 */
export async function withFolder<T>(
  folder: string,
  databaseEndpoint: string | undefined,
  task: (place: DataPlace & { connection: { endpoint: string }; filesUrl: string }) => Promise<T>,
): Promise<T> {
  const credentials = { accessKeyId: localAccessKey, secretAccessKey: localAccessKey };
  const region = 'ap-southeast-1';
  const buckets = { files: localFilesBucket, mail: localMailBucket, images: localImageBucket };
  const filesFolder = join(folder, FILES_FOLDER);
  await mkdir(filesFolder, { recursive: true });
  const database = databaseEndpoint === undefined ? await startDatabase(databaseFile(folder)) : undefined;
  const endpoint = databaseEndpoint ?? database?.endpoint ?? '';
  const files = await serve(
    s3Routes({ folder: filesFolder, buckets: Object.values(buckets), clock: () => new Date() }),
  );
  try {
    const connection = { endpoint, region, credentials };
    const dynamodb = new DynamoDBClient(connection);
    await ensureTable(localTable, dynamodb);
    const s3 = new S3({ endpoint: files.url, region, credentials, forcePathStyle: true });
    return await task({ table: localTable, dynamodb, connection, s3, buckets, filesUrl: files.url });
  } finally {
    await files.close();
    await database?.stop();
  }
}

export async function readLocalSecrets(folder: string) {
  checkHasData(folder);
  return loadSecrets(folder);
}

export interface StageTarget extends DataPlace {
  stage: Stage;
  readSecret: (name: StageSecret) => Promise<string>;
  writeSecret: (name: StageSecret, value: string) => Promise<void>;
}

/** The table, the buckets and the secrets of a stage; another table of its account is named by `table`. */
export async function openStage(stageName: string, table?: string): Promise<StageTarget> {
  const { outputOf, stage } = await readStageOutputs(stageName);
  const { region } = stage;
  const secrets = new SecretsManagerClient({ region });
  return {
    stage,
    table: table ?? outputOf('TableName'),
    dynamodb: new DynamoDBClient({ region }),
    connection: { region },
    s3: new S3({ region }),
    buckets: {
      files: outputOf('FilesBucket'),
      mail: outputOf('MailBucket'),
      images: outputOf('MailImageBucket'),
    },
    readSecret: async (name) => {
      const SecretId = outputOf(secretOutput(name));
      const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId }));
      if (SecretString === undefined) throw new StartupError(`The secret ${SecretId} is empty.`);
      return SecretString;
    },
    writeSecret: async (name, SecretString) => {
      const SecretId = outputOf(secretOutput(name));
      await secrets.send(new PutSecretValueCommand({ SecretId, SecretString }));
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
  // The first call of every command on a stage: AWS says itself what is wrong with credentials, or that there is no stack.
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: name }));
  const outputOf = (key: string) => {
    const value = Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === key)?.OutputValue;
    if (value === undefined)
      throw new StartupError(`The stack ${name} has no output ${key}. Deploy it again.`);
    return value;
  };
  return { outputOf, stage };
}
