import { CloudFormationClient, CreateStackCommand } from '@aws-sdk/client-cloudformation';
import { CreateTableCommand, type CreateTableCommandInput, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateScheduleGroupCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { CreateConfigurationSetCommand, SESClient, VerifyDomainIdentityCommand } from '@aws-sdk/client-ses';
import { CreateQueueCommand, type QueueAttributeName, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { hongKongDate } from '#shared/hong-kong';
import { paymentLinks } from '../../infra/local/emulators/stripe-payments.ts';
import { stackName, stages } from '../../infra/stages.ts';
import { apiFunctionOf, onlyOne, type Resource, synthesised } from '../infra/synthesised.ts';
import { originSecret } from '../support/api/api-environment.ts';
import { intrinsics } from './intrinsics.ts';

/** As it is deployed, but for pages to pay on and for reminders that are due today. */
const stage = {
  ...stages.staging,
  paymentLinks: paymentLinks.map(({ id, type }) => ({ id, type, url: `https://pay.example/${type}` })),
  reminderStages: [hongKongDate(new Date()).slice('YYYY-'.length)],
};
const { region } = stage;
const account = '123456789012';

/** As Lambda gives them to a function: for a while, with a token. */
export const awsEnvironment = (endpoint: string) => ({
  AWS_REGION: region,
  AWS_ACCESS_KEY_ID: 'ASIAEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'token',
  AWS_ENDPOINT_URL: endpoint,
});

const Table = z.object({
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.literal('S') })),
  KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) })),
  BillingMode: z.literal('PAY_PER_REQUEST'),
  StreamSpecification: z.object({ StreamViewType: z.literal('NEW_IMAGE') }),
  GlobalSecondaryIndexes: z.array(
    z.object({
      IndexName: z.string(),
      KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) })),
      Projection: z.object({
        ProjectionType: z.enum(['KEYS_ONLY', 'INCLUDE']),
        NonKeyAttributes: z.optional(z.array(z.string())),
      }),
    }),
  ),
});
const Secret = z.object({
  GenerateSecretString: z.object({
    SecretStringTemplate: z.optional(z.string()),
    GenerateStringKey: z.optional(z.string()),
  }),
});
const Variables = z.object({
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
});
const Mapping = z.object({ EventSourceArn: z.unknown(), FunctionName: z.object({ Ref: z.string() }) });
const QUEUE_ATTRIBUTES = [
  'VisibilityTimeout',
  'MessageRetentionPeriod',
  'SqsManagedSseEnabled',
  'RedrivePolicy',
];

/** The constructs of the jobs, named like their functions, and of what handles SES's events. */
const jobs = {
  'send-transactional-mail': 'send-transactional-mail',
  'send-campaigns': 'send-campaigns',
  'handle-delivery-events': 'DeliveryEvents',
  'make-receipts': 'make-receipts',
  'remind-members': 'remind-members',
  'do-nightly-work': 'do-nightly-work',
  'reconcile-payments': 'reconcile-payments',
  'continue-imports': 'continue-imports',
} as const;
export type CheckedFunction = 'api' | keyof typeof jobs;

/**
 * Makes an empty stage as its templates describe it: every queue, group of schedules, secret and bucket of its functions,
 * under the names that the templates give them or CloudFormation would make, and the outputs that `npm run ops` reads.
 */
export async function createStage(endpoint: string) {
  const made = synthesised(stage);
  const templates = [made.data, made.website, made.jobs].map((template) => template.toJSON());
  const resources: Record<string, Resource & { Type: string }> = Object.assign(
    {},
    ...templates.map(({ Resources }) => Resources),
  );
  const all = (type: string) => Object.entries(resources).filter(([, { Type }]) => Type === type);
  const resolve = intrinsics(templates, (id, attribute) => physical(id, attribute));
  const connection = {
    endpoint,
    region,
    credentials: { accessKeyId: 'ASIAEXAMPLE', secretAccessKey: 'secret', sessionToken: 'token' },
  };
  const secretArns = new Map<string, string>();

  /** What CloudFormation names a resource, or its attribute. */
  function physical(id: string, attribute: string): string {
    const { Type, Properties = {} } = resources[id] ?? {};
    const isArn = attribute === 'Arn';
    switch (Type) {
      case 'AWS::SQS::Queue':
        return isArn ? `arn:aws:sqs:${region}:${account}:${id}` : `${endpoint}/${account}/${id}`;
      case 'AWS::SecretsManager::Secret':
        return secretArns.get(id) ?? '';
      case 'AWS::S3::Bucket':
        return id.toLowerCase();
      case 'AWS::Scheduler::ScheduleGroup':
        return String(Properties['Name']);
      case 'AWS::IAM::Role':
        return isArn ? `arn:aws:iam::${account}:role/${id}` : id;
      default:
        return attribute === 'DomainName' ? 'staging.example.org' : `${stage.name}-${id}`;
    }
  }

  const dynamodb = new DynamoDBClient(connection);
  for (const [id, { Properties }] of all('AWS::DynamoDB::GlobalTable')) {
    const { StreamSpecification, ...table } = Table.parse(Properties);
    const stream = { StreamSpecification: { StreamEnabled: true, ...StreamSpecification } };
    const input = { TableName: physical(id, 'Ref'), ...table, ...stream };
    await dynamodb.send(new CreateTableCommand(input as CreateTableCommandInput));
  }
  const s3 = new S3Client({ ...connection, forcePathStyle: true });
  const CreateBucketConfiguration = { LocationConstraint: 'ap-southeast-1' as const };
  for (const [id] of all('AWS::S3::Bucket'))
    await s3.send(new CreateBucketCommand({ Bucket: physical(id, 'Ref'), CreateBucketConfiguration }));
  const sqs = new SQSClient(connection);
  // A queue needs its dead-letter queue first.
  const isLast = ([, { Properties }]: [string, Resource]) => 'RedrivePolicy' in Properties;
  for (const [id, { Properties }] of all('AWS::SQS::Queue').toSorted((a, b) => +isLast(a) - +isLast(b))) {
    const given = Object.entries(Properties).filter(([name]) => QUEUE_ATTRIBUTES.includes(name));
    const Attributes: Partial<Record<QueueAttributeName, string>> = Object.fromEntries(
      given.map(([name, value]) => {
        const resolved = resolve(value);
        return [name, typeof resolved === 'object' ? JSON.stringify(resolved) : String(resolved)];
      }),
    );
    await sqs.send(new CreateQueueCommand({ QueueName: id, Attributes }));
  }
  const scheduler = new SchedulerClient(connection);
  const [scheduleGroup = ''] = all('AWS::Scheduler::ScheduleGroup').map(([id]) => physical(id, 'Ref'));
  await scheduler.send(new CreateScheduleGroupCommand({ Name: scheduleGroup }));
  const ses = new SESClient(connection);
  await ses.send(new VerifyDomainIdentityCommand({ Domain: stage.mailDomain }));
  for (const [id] of all('AWS::SES::ConfigurationSet'))
    await ses.send(new CreateConfigurationSetCommand({ ConfigurationSet: { Name: physical(id, 'Ref') } }));
  const secrets = new SecretsManagerClient(connection);
  for (const [id, { Properties }] of all('AWS::SecretsManager::Secret')) {
    const { SecretStringTemplate, GenerateStringKey } = Secret.parse(Properties).GenerateSecretString;
    const value = id.startsWith('OriginSecret') ? originSecret : `${id}-`.repeat(8);
    const SecretString =
      GenerateStringKey === undefined
        ? value
        : JSON.stringify({ ...JSON.parse(SecretStringTemplate ?? '{}'), [GenerateStringKey]: value });
    const { ARN = '' } = await secrets.send(new CreateSecretCommand({ Name: id, SecretString }));
    secretArns.set(id, ARN);
  }

  const Outputs = Object.fromEntries(
    Object.entries(made.website.findOutputs('*')).map(([name, { Value }]) => [
      name,
      { Value: resolve(Value) },
    ]),
  );
  await new CloudFormationClient(connection).send(
    new CreateStackCommand({
      StackName: stackName(stage, 'website'),
      TemplateBody: JSON.stringify({ Resources: { Topic: { Type: 'AWS::SNS::Topic' } }, Outputs }),
    }),
  );

  const environmentOf = ({ Properties }: Resource): Record<string, string> =>
    z.record(z.string(), z.string()).parse(resolve(Variables.parse(Properties).Environment.Variables));
  const jobOf = (part: string) => onlyOne(made.jobsOf('AWS::Lambda::Function', part));
  const environments = {
    api: environmentOf(apiFunctionOf(made.of('AWS::Lambda::Function'))),
    ...Object.fromEntries(Object.entries(jobs).map(([name, part]) => [name, environmentOf(jobOf(part))])),
  } as Record<CheckedFunction, Record<string, string>>;
  const outputOf = (name: string) => String(Outputs[name]?.Value);
  const campaigns = onlyOne(
    made
      .jobsOf('AWS::Lambda::EventSourceMapping', 'send-campaigns')
      .map(({ Properties }) => Mapping.parse(Properties)),
  );
  return {
    environments,
    ses,
    sqs,
    scheduler,
    scheduleGroup,
    secrets,
    outputOf,
    /** The queue that Lambda reads for the sender of campaigns. */
    campaignQueueArn: String(resolve(campaigns.EventSourceArn)),
    urlOf: (arn: string) => `${endpoint}/${account}/${arn.split(':').at(-1)}`,
    tableName: outputOf('TableName'),
  };
}
