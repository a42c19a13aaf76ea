import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';

/** These calls on the table itself, not on its indexes. */
export const onTable = (table: ITableV2, ...calls: string[]): PolicyStatement =>
  new PolicyStatement({
    actions: calls.map((call) => `dynamodb:${call}`),
    resources: [table.tableArn],
  });

export const queryOf = (table: ITableV2, index: 'due' | 'directory'): PolicyStatement =>
  new PolicyStatement({ actions: ['dynamodb:Query'], resources: [`${table.tableArn}/index/${index}`] });
