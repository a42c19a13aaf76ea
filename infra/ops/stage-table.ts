import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CannotStart } from '../local/cannot-start.ts';
import { stackName, stageOf, stages } from '../stages.ts';

/** Where a deployed stage keeps its records, as its deployment says, and the credentials that the AWS command line would use. */
export async function tableOfStage(stageName: string) {
  const stage = stageOf(stageName);
  if (stage === undefined) {
    const known = Object.values(stages).map((each) => each.name);
    throw new CannotStart(`There is no stage "${stageName}"; the stages are ${known.join(', ')}.`);
  }
  const name = stackName(stage, 'website');
  const client = new CloudFormationClient({ region: stage.region });
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: name }));
  const tableName = Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'TableName')?.OutputValue;
  if (tableName === undefined) throw new CannotStart(`The stack ${name} does not say what its table is.`);
  return { tableName, account: { region: stage.region, credentials: client.config.credentials } };
}
