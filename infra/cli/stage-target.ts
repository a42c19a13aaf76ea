import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { StartupError } from '../local/startup-error.ts';
import { stackName, stageOf, stages } from '../stages.ts';

/** Where records and files are, as the functions' environment says it. */
export interface Place {
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
  const place: Place = {
    TABLE_NAME: outputOf('TableName', 'table'),
    FILES_BUCKET: outputOf('FilesBucket', 'bucket of files'),
  };
  return { place, region };
}
