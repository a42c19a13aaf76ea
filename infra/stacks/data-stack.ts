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
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { table } from '../../functions/platform/table/schema.ts';
import { createFilesBucket, createMailBucket, RESTORABLE_DAYS } from '../constructs/buckets.ts';
import { CampaignQueue } from '../constructs/campaign-queue.ts';
import { acknowledge } from '../constructs/nag.ts';
import { addOutputs } from '../constructs/outputs.ts';
import { removalPolicyOf } from '../constructs/removal.ts';
import type { Stage } from '../stages.ts';

const text = (name: string): Attribute => ({ name, type: AttributeType.STRING });

/**
 * The data of a stage, which nothing can make again: the members' table, private files, and the secrets that passwords and
 * sessions depend on. And the queue of campaigns, which the API fills and a job empties.
 */
export class DataStack extends Stack {
  readonly table: ITableV2;
  readonly tokenKeys: Secret;
  readonly passwordPepper: Secret;
  readonly archivePasswordHash: Secret;
  readonly stripeKey: Secret;
  readonly stripeWebhookSecret: Secret;
  readonly files: Bucket;
  readonly mailFiles: Bucket;
  readonly mailKey: Secret;
  readonly campaignQueue: CampaignQueue;

  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { stage: Stage }) {
    super(scope, id, { ...props, terminationProtection: stage.keepsData });
    const removalPolicy = removalPolicyOf(stage);

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
    this.table =
      stage.restoredTable === undefined
        ? own
        : TableV2.fromTableName(this, 'RestoredTable', stage.restoredTable);
    addOutputs(this, 'table', { Name: this.table.tableName });

    this.tokenKeys = new Secret(this, 'TokenKeys', {
      description:
        'Keys that sign session tokens: {"current", "previous"?}. To rotate them, see the runbook.',
      generateSecretString: {
        secretStringTemplate: '{}',
        generateStringKey: 'current',
        excludePunctuation: true,
        passwordLength: 64,
      },
      removalPolicy,
    });
    this.passwordPepper = new Secret(this, 'PasswordPepper', {
      description: 'Part of every password hash. If it is lost or changed, no member can log in.',
      generateSecretString: { excludePunctuation: true, passwordLength: 64 },
      removalPolicy,
    });
    this.archivePasswordHash = new Secret(this, 'ArchivePasswordHash', {
      description:
        'Argon2 hash of the archive password. An operator sets it (see the runbook). Until then, the archive can’t be opened.',
      generateSecretString: { excludePunctuation: true, passwordLength: 64 },
      removalPolicy,
    });
    this.mailKey = new Secret(this, 'MailKey', {
      description:
        'Signs the unsubscribe links in emails. If it changes, links in earlier emails stop working.',
      generateSecretString: { excludePunctuation: true, passwordLength: 64 },
      removalPolicy,
    });
    const fromStripe = (id: string, what: string) =>
      new Secret(this, id, {
        description: `${what}. An operator sets it (see the runbook). Until then, payments don’t work.`,
        generateSecretString: { excludePunctuation: true, passwordLength: 64 },
        removalPolicy,
      });
    this.stripeKey = fromStripe('StripeKey', 'Stripe restricted key');
    this.stripeWebhookSecret = fromStripe('StripeWebhookSecret', 'Signing secret of Stripe’s webhooks');
    for (const secret of [this.stripeKey, this.stripeWebhookSecret])
      acknowledge(secret, 'Stripe makes it: changed there and here by hand (runbook).', 'AwsSolutions-SMG4');
    this.files = createFilesBucket(this, 'FilesBucket', stage);
    this.mailFiles = createMailBucket(this, 'MailBucket', stage);
    this.campaignQueue = new CampaignQueue(this, 'CampaignQueue', { stage });
    acknowledge(
      this.mailKey,
      'Changed by hand after a leak alone (runbook): links to unsubscribe in earlier emails stop working.',
      'AwsSolutions-SMG4',
    );
    acknowledge(
      this.archivePasswordHash,
      'Changed by hand (runbook), when the steering committee wants a new password for its readers.',
      'AwsSolutions-SMG4',
    );
    acknowledge(
      this.tokenKeys,
      'Changed by hand, with the old key kept for a while (runbook): a timer would end sessions.',
      'AwsSolutions-SMG4',
    );
    acknowledge(
      this.passwordPepper,
      'Changed by hand after a leak alone (runbook): every stored password is void with another one.',
      'AwsSolutions-SMG4',
    );
  }
}
