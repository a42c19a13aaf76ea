import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
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
import { configureLocalAws, localFilesBucket, localTable } from '../local/environment.ts';
import { stackName, stageOf, stages } from '../stages.ts';

export type TargetTask<T> = (target: Target) => Promise<T>;

const localTarget = (dataFolder: string): Target => ({
  TABLE_NAME: localTable,
  FILES_BUCKET: localFilesBucket,
  readSecret: async (name) => (await readLocalSecrets(dataFolder))[name],
});

/** Runs the task on a deployed stage, with the credentials that the AWS command line would use. */
export async function withStage<T>(name: string, task: TargetTask<T>): Promise<T> {
  const { target, region } = await readStageTarget(name);
  process.env['AWS_REGION'] = region;
  return task(target);
}

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
  const files = await startS3({ folder: join(dataFolder, FILES_FOLDER), buckets: [localFilesBucket], clock });
  try {
    configureLocalAws({ dynamodb, s3: files.url });
    return await task();
  } finally {
    await files.close();
  }
}

export type SecretName = 'mailKey' | 'passwordPepper';

/** The table and the bucket of private files, in the environment variables of the functions. */
interface Target {
  TABLE_NAME: string;
  FILES_BUCKET: string;
  readSecret: (name: SecretName) => Promise<string>;
}

export async function readLocalSecrets(dataFolder: string) {
  checkHasData(dataFolder);
  return loadSecrets(dataFolder);
}

const secretOutputs = {
  mailKey: ['MailKey', 'mail key'],
  passwordPepper: ['PasswordPepper', 'password pepper'],
} as const satisfies Record<SecretName, [output: string, what: string]>;

export async function readStageSecret(stageName: string, name: SecretName): Promise<string> {
  const { outputOf, region } = await readStageOutputs(stageName);
  const [output, what] = secretOutputs[name];
  const SecretId = outputOf(output, what);
  const { SecretString } = await new SecretsManagerClient({ region }).send(
    new GetSecretValueCommand({ SecretId }),
  );
  if (SecretString === undefined) throw new StartupError(`The secret ${SecretId} is empty.`);
  return SecretString;
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
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: name }));
  const outputOf = (key: string, what: string) => {
    const value = Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === key)?.OutputValue;
    if (value === undefined)
      throw new StartupError(`The stack ${name} has no output for its ${what}. Deploy it again.`);
    return value;
  };
  return { outputOf, region: stage.region };
}

async function readStageTarget(stageName: string) {
  const { outputOf, region } = await readStageOutputs(stageName);
  const target: Target = {
    TABLE_NAME: outputOf('TableName', 'table'),
    FILES_BUCKET: outputOf('FilesBucket', 'files bucket'),
    readSecret: (name) => readStageSecret(stageName, name),
  };
  return { target, region };
}
