import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { databaseFile, FILES_FOLDER, lockOrFindServer } from '../local/data-folder.ts';
import { startDatabase } from '../local/database.ts';
import { StartupError } from '../local/disk/errors.ts';
import { startS3 } from '../local/emulators/s3.ts';
import { configureLocalAws, localFilesBucket, localTable } from '../local/environment.ts';
import { stackName, stageOf, stages } from '../stages.ts';

export type TargetTask<T> = (place: Target) => Promise<T>;

const here: Target = { TABLE_NAME: localTable, FILES_BUCKET: localFilesBucket };

/** Does the work on a deployed stage, with the credentials that the AWS command line would use. */
export async function withStage<T>(name: string, work: TargetTask<T>): Promise<T> {
  const { place, region } = await stageTarget(name);
  process.env['AWS_REGION'] = region;
  return work(place);
}

/** Does the work on this machine's data: through the product's own database where that runs, else through one for this moment. */
export async function withLocalData<T>(dataFolder: string, work: TargetTask<T>): Promise<T> {
  const { lock, running } = await lockOrFindServer(dataFolder);
  if (running) return withFiles(dataFolder, running.databaseEndpoint, () => work(here));
  const database = await startDatabase(databaseFile(dataFolder));
  try {
    return await withFiles(dataFolder, database.endpoint, () => work(here));
  } finally {
    await database.stop();
    lock.release();
  }
}

/** The files lie in the folder: a second server before them disturbs nobody. */
async function withFiles<T>(dataFolder: string, dynamodb: string, work: () => Promise<T>): Promise<T> {
  const clock = () => new Date();
  const files = await startS3({ folder: join(dataFolder, FILES_FOLDER), buckets: [localFilesBucket], clock });
  try {
    configureLocalAws({ dynamodb, s3: files.url });
    return await work();
  } finally {
    await files.close();
  }
}

/** Where records and files are, as the functions' environment says it. */
export interface Target {
  TABLE_NAME: string;
  FILES_BUCKET: string;
}

/** What the deployment of a stage says of itself. */
export async function outputsOfStage(stageName: string) {
  const stage = stageOf(stageName);
  if (stage === undefined) {
    const known = Object.values(stages).map((each) => each.name);
    throw new StartupError(`There is no stage "${stageName}"; the stages are ${known.join(', ')}.`);
  }
  const name = stackName(stage, 'website');
  const client = new CloudFormationClient({ region: stage.region });
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: name }));
  const outputOf = (key: string, what: string) => {
    const value = Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === key)?.OutputValue;
    if (value === undefined) throw new StartupError(`The stack ${name} does not say what its ${what} is.`);
    return value;
  };
  return { outputOf, region: stage.region };
}

/** Where a deployed stage keeps its records and files. */
export async function stageTarget(stageName: string) {
  const { outputOf, region } = await outputsOfStage(stageName);
  const place: Target = {
    TABLE_NAME: outputOf('TableName', 'table'),
    FILES_BUCKET: outputOf('FilesBucket', 'bucket of files'),
  };
  return { place, region };
}
