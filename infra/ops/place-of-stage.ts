import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CannotStart } from '../local/cannot-start.ts';
import { stackName, stageOf, stages } from '../stages.ts';

/** Where records and files are, as the functions' environment says it. */
export interface Place {
  TABLE_NAME: string;
  FILES_BUCKET: string;
}

/** Where a deployed stage keeps its records and files, as its deployment says, and the credentials that the AWS command line would use. */
export async function placeOfStage(stageName: string) {
  const stage = stageOf(stageName);
  if (stage === undefined) {
    const known = Object.values(stages).map((each) => each.name);
    throw new CannotStart(`There is no stage "${stageName}"; the stages are ${known.join(', ')}.`);
  }
  const name = stackName(stage, 'website');
  const client = new CloudFormationClient({ region: stage.region });
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: name }));
  const said = (key: string, what: string) => {
    const value = Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === key)?.OutputValue;
    if (value === undefined) throw new CannotStart(`The stack ${name} does not say what its ${what} is.`);
    return value;
  };
  const place: Place = {
    TABLE_NAME: said('TableName', 'table'),
    FILES_BUCKET: said('FilesBucket', 'bucket of files'),
  };
  return { place, account: { region: stage.region, credentials: client.config.credentials } };
}
