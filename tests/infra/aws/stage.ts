import { CreateTableCommand, type CreateTableCommandInput, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateScheduleGroupCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { CreateConfigurationSetCommand, SESClient, VerifyDomainIdentityCommand } from '@aws-sdk/client-ses';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { envNames } from '#shared/deployment';
import { stages } from '../../../infra/stages.ts';
import { originSecret } from '../../support/api/api-environment.ts';
import { onlyOne, type Resource, synthesised } from '../synthesised.ts';

const { staging } = stages;
const region = staging.region;
const CONFIGURATION_SET = 'emails';

/** As Lambda gives them to a function: for a while, with a token. */
export const awsEnvironment = (endpoint: string) => ({
  AWS_REGION: region,
  AWS_ACCESS_KEY_ID: 'ASIAEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'token',
  AWS_ENDPOINT_URL: endpoint,
});

const GlobalTable = z.object({
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.literal('S') })),
  KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) })),
  BillingMode: z.literal('PAY_PER_REQUEST'),
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
const SecretTemplate = z.object({
  GenerateSecretString: z.object({
    SecretStringTemplate: z.optional(z.string()),
    GenerateStringKey: z.optional(z.string()),
  }),
});
const Variables = z.object({
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
});

/** Makes what the functions of a stage need, as its templates describe it, and returns their environments. */
export async function createStage(endpoint: string) {
  const { dataOf, jobsOf, of } = synthesised({ ...staging });
  const connection = {
    endpoint,
    region,
    credentials: { accessKeyId: 'ASIAEXAMPLE', secretAccessKey: 'secret', sessionToken: 'token' },
  };
  const TableName = 'asiagraphics-staging-data-Table';
  const table = GlobalTable.parse(onlyOne(dataOf('AWS::DynamoDB::GlobalTable')).Properties);
  await new DynamoDBClient(connection).send(
    new CreateTableCommand({ TableName, ...(table as Omit<CreateTableCommandInput, 'TableName'>) }),
  );
  const s3 = new S3Client({ ...connection, forcePathStyle: true });
  const buckets = { files: 'files-bucket', mail: 'mail-bucket', images: 'image-bucket' };
  const CreateBucketConfiguration = { LocationConstraint: 'ap-southeast-1' as const };
  for (const Bucket of Object.values(buckets))
    await s3.send(new CreateBucketCommand({ Bucket, CreateBucketConfiguration }));
  const sqs = new SQSClient(connection);
  const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName: 'campaigns' }));
  await new SchedulerClient(connection).send(new CreateScheduleGroupCommand({ Name: 'campaigns' }));
  const ses = new SESClient(connection);
  await ses.send(new VerifyDomainIdentityCommand({ Domain: staging.mailDomain }));
  const secrets = new SecretsManagerClient(connection);
  const createSecret = async (Name: string, SecretString: string) =>
    (await secrets.send(new CreateSecretCommand({ Name, SecretString }))).ARN ?? '';
  const generated = async (id: string) => {
    const { GenerateSecretString } = SecretTemplate.parse(
      onlyOne(dataOf('AWS::SecretsManager::Secret', id)).Properties,
    );
    const { SecretStringTemplate, GenerateStringKey } = GenerateSecretString;
    const value = `${id}-`.repeat(8);
    return createSecret(
      id,
      GenerateStringKey === undefined
        ? value
        : JSON.stringify({ ...JSON.parse(SecretStringTemplate ?? '{}'), [GenerateStringKey]: value }),
    );
  };

  /** For variables whose values CloudFormation would fill in. */
  const values: Readonly<Record<string, string>> = {
    [envNames.tableName]: TableName,
    [envNames.filesBucket]: buckets.files,
    [envNames.mailBucket]: buckets.mail,
    [envNames.imageBucket]: buckets.images,
    [envNames.siteUrl]: 'https://staging.example.org',
    [envNames.campaignQueueUrl]: QueueUrl,
    [envNames.campaignQueueArn]: `arn:aws:sqs:${region}:123456789012:campaigns`,
    [envNames.scheduleRoleArn]: 'arn:aws:iam::123456789012:role/scheduler',
    [envNames.scheduleGroup]: 'campaigns',
    [envNames.mailConfigurationSet]: CONFIGURATION_SET,
    [envNames.tokenKeys]: await generated('TokenKeys'),
    [envNames.passwordPepper]: await generated('PasswordPepper'),
    [envNames.archivePasswordHash]: await generated('ArchivePasswordHash'),
    [envNames.mailKey]: await generated('MailKey'),
    [envNames.stripeKey]: await generated('StripeKey'),
    [envNames.stripeWebhookSecret]: await generated('StripeWebhookSecret'),
    [envNames.originSecret]: await createSecret('OriginSecret', originSecret),
  };
  const environmentOf = ({ Properties }: Resource): Record<string, string> => {
    const { Variables: variables } = Variables.parse(Properties).Environment;
    return Object.fromEntries(
      Object.entries(variables).map(([name, given]) => {
        const value = typeof given === 'string' ? given : values[name];
        if (value === undefined) throw new Error(`The check doesn't know a value of ${name}.`);
        return [name, value];
      }),
    );
  };
  const job = (part: string) => environmentOf(onlyOne(jobsOf('AWS::Lambda::Function', part)));
  const environments = {
    api: environmentOf(
      onlyOne(of('AWS::Lambda::Function').filter(({ Properties }) => Properties['MemorySize'] === 1769)),
    ),
    'send-transactional-mail': job('TransactionalMailSender'),
    'send-campaigns': job('CampaignSender'),
    'handle-delivery-events': job('DeliveryEvents'),
    'make-receipts': job('ReceiptMaker'),
  };
  await ses.send(new CreateConfigurationSetCommand({ ConfigurationSet: { Name: CONFIGURATION_SET } }));
  return { environments, ses, queueUrl: QueueUrl, connection, tableName: TableName };
}
