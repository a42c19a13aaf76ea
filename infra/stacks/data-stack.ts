import { RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import {
  type Attribute,
  AttributeType,
  Billing,
  type ITableV2,
  ProjectionType,
  StreamViewType,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Secret, type SecretStringGenerator } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { envNames } from '#shared/deployment';
import { table } from '../../functions/platform/table/schema.ts';
import { createFilesBucket, createMailBucket, RESTORABLE_DAYS } from '../constructs/buckets.ts';
import { CampaignQueue, WorkQueue } from '../constructs/queue.ts';
import { removalPolicyOf } from '../constructs/removal.ts';
import { importQueue } from '../queues.ts';
import type { Stage, StageSecret } from '../stages.ts';

const text = (name: string): Attribute => ({ name, type: AttributeType.STRING });

/**
 * The data of a stage, which nothing can make again: the members' table, private files, and the secrets that passwords and
 * sessions depend on. And the queues of campaigns and imports, which the API fills and jobs empty.
 */
export class DataStack extends Stack {
  readonly table: ITableV2;
  readonly secrets: Readonly<Record<StageSecret, Secret>>;
  readonly files: Bucket;
  readonly mailFiles: Bucket;
  readonly campaignQueue: CampaignQueue;
  readonly importQueue: WorkQueue;

  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { stage: Stage }) {
    super(scope, id, { ...props, terminationProtection: stage.keepsData });
    const own = new TableV2(this, 'Table', {
      partitionKey: text(table.partitionKey),
      sortKey: text(table.sortKey),
      timeToLiveAttribute: table.ttlAttribute,
      globalSecondaryIndexes: table.indexes.map(({ name, partitionKey, sortKey, projection }) => ({
        indexName: name,
        partitionKey: text(partitionKey),
        sortKey: text(sortKey),
        ...(projection.length === 0
          ? { projectionType: ProjectionType.KEYS_ONLY }
          : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...projection] }),
      })),
      dynamoStream: StreamViewType.NEW_IMAGE,
      billing: Billing.onDemand(),
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: true,
        recoveryPeriodInDays: RESTORABLE_DAYS,
      },
      deletionProtection: stage.keepsData,
      // Its protection would stop the deletion after a failed creation as well.
      removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    // Always exported: while a restored table replaces this one, the website stack still imports these values.
    for (const value of [own.tableArn, own.tableName, own.tableStreamArn]) this.exportValue(value);
    this.table = restoredTable(this, stage) ?? own;

    const secret = (
      id: string,
      description: string,
      template?: Pick<SecretStringGenerator, 'secretStringTemplate' | 'generateStringKey'>,
    ) =>
      new Secret(this, id, {
        description,
        generateSecretString: { ...template, excludePunctuation: true, passwordLength: 64 },
        removalPolicy: removalPolicyOf(stage),
      });
    const fromStripe = (id: string, what: string) =>
      secret(id, `${what}. An operator sets it (see the runbook). Until then, payments don’t work.`);
    this.secrets = {
      tokenKeys: secret(
        'TokenKeys',
        'Keys that sign session tokens: {"current", "previous"?}. To rotate them, see the runbook.',
        { secretStringTemplate: '{}', generateStringKey: 'current' },
      ),
      passwordPepper: secret(
        'PasswordPepper',
        'Part of every password hash. If it is lost or changed, no member can log in.',
      ),
      archivePasswordHash: secret(
        'ArchivePasswordHash',
        'Argon2 hash of the archive password. An operator sets it (see the runbook). Until then, the archive can’t be opened.',
      ),
      mailKey: secret(
        'MailKey',
        'Signs the unsubscribe links in emails. If it changes, links in earlier emails stop working.',
      ),
      stripeKey: fromStripe('StripeKey', 'Stripe restricted key'),
      stripeWebhookSecret: fromStripe('StripeWebhookSecret', 'Signing secret of Stripe’s webhooks'),
    };
    this.files = createFilesBucket(this, 'FilesBucket', stage);
    this.mailFiles = createMailBucket(this, 'MailBucket', stage);
    this.campaignQueue = new CampaignQueue(this, 'CampaignQueue', { stage });
    this.importQueue = new WorkQueue(this, 'ImportQueue', {
      name: 'imports',
      variable: envNames.importQueueUrl,
      job: 'continue-imports',
      ...importQueue,
    });
  }
}

/** @throws one sentence for what is no stream of a table */
function restoredTable(
  scope: Construct,
  { name, restoredTable: tableStreamArn }: Stage,
): ITableV2 | undefined {
  if (tableStreamArn === undefined) return undefined;
  const [, tableArn] =
    /^(arn:aws:dynamodb:[\w-]+:\d{12}:table\/[\w.-]+)\/stream\/./.exec(tableStreamArn) ?? [];
  if (tableArn === undefined)
    throw new Error(`infra/stages.ts: restoredTable of "${name}" is no ARN of a stream: ${tableStreamArn}.`);
  return TableV2.fromTableAttributes(scope, 'RestoredTable', { tableArn, tableStreamArn });
}
