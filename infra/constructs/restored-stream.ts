import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { type ITableV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { AwsCustomResource, PhysicalResourceId } from 'aws-cdk-lib/custom-resources';
import { Construct } from 'constructs';
import { acknowledge } from './nag.ts';

/**
 * A restored table with its stream. The stack doesn't make the table, and the stream's ARN contains the time at which it was
 * enabled, so the deployment looks it up; it fails if the stream isn't enabled. The lookup is in the stack that reads the
 * stream: a value that another stack imports couldn't be taken away again with the table.
 */
export class RestoredStream extends Construct {
  readonly table: ITableV2;

  constructor(scope: Construct, id: string, tableName: string) {
    super(scope, id);
    const stack = Stack.of(this);
    const logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    const tableArn = stack.formatArn({ service: 'dynamodb', resource: 'table', resourceName: tableName });
    role.addToPolicy(new PolicyStatement({ actions: ['dynamodb:DescribeTable'], resources: [tableArn] }));
    logGroup.grantWrite(role);
    const lookup = new AwsCustomResource(this, 'Lookup', {
      onUpdate: {
        service: 'DynamoDB',
        action: 'describeTable',
        parameters: { TableName: tableName },
        physicalResourceId: PhysicalResourceId.of(tableName),
        outputPaths: ['Table.LatestStreamArn'],
      },
      role,
      logGroup,
      memorySize: 256,
      installLatestAwsSdk: false,
    });
    lookup.node.addDependency(role);
    const helper = stack.node.children.find(({ node }) => node.id.startsWith('AWS679f53fac0'));
    if (helper === undefined)
      throw new Error('The CDK renamed its function for lookups: check its findings again.');
    acknowledge(
      helper,
      'The CDK’s own function, run and watched by the deployment itself.',
      'AwsSolutions-L1',
      'Serverless-LambdaDLQ',
      'Serverless-LambdaTracing',
    );
    this.table = TableV2.fromTableAttributes(this, 'Table', {
      tableName,
      tableStreamArn: lookup.getResponseField('Table.LatestStreamArn'),
    });
  }
}
