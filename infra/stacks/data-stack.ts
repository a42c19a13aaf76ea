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
import { createFilesBucket, createMailBucket } from '../constructs/buckets.ts';
import { acknowledge } from '../constructs/nag.ts';
import type { Stage } from '../stages.ts';

const text = (name: string): Attribute => ({ name, type: AttributeType.STRING });

/** What cannot be made again: the members' table, private files, and the secrets without which passwords and sessions are worthless. */
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

  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { stage: Stage }) {
    super(scope, id, { ...props, terminationProtection: stage.keepsData });
    const removalPolicy = stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;

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
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      deletionProtection: stage.keepsData,
      removalPolicy,
    });
    // Exported whether used or not: while a restored table is being put in its place, the website still holds on to it.
    for (const value of [own.tableArn, own.tableName, own.tableStreamArn]) this.exportValue(value);
    this.table =
      stage.restoredTable === undefined ? own : TableV2.fromTableName(this, 'Restored', stage.restoredTable);

    this.tokenKeys = new Secret(this, 'TokenKeys', {
      description: 'Keys that sign session tokens: {"current", "previous"?}; see the runbook for a rotation',
      generateSecretString: {
        secretStringTemplate: '{}',
        generateStringKey: 'current',
        excludePunctuation: true,
        passwordLength: 64,
      },
      removalPolicy,
    });
    this.passwordPepper = new Secret(this, 'PasswordPepper', {
      description: 'Part of every password hash: losing or changing it locks every member out',
      generateSecretString: { excludePunctuation: true, passwordLength: 64 },
      removalPolicy,
    });
    this.archivePasswordHash = new Secret(this, 'ArchivePasswordHash', {
      description:
        'Argon2 hash of the archive’s password, made by an operator (runbook); until then nothing opens it',
      generateSecretString: { excludePunctuation: true, passwordLength: 64 },
      removalPolicy,
    });
    this.mailKey = new Secret(this, 'MailKey', {
      description:
        'Signs the links in mails with which members unsubscribe: changed, those sent before open nothing',
      generateSecretString: { excludePunctuation: true, passwordLength: 64 },
      removalPolicy,
    });
    const fromStripe = (id: string, what: string) =>
      new Secret(this, id, {
        description: `${what}, put here by an operator (runbook); until then Stripe is not reached`,
        generateSecretString: { excludePunctuation: true, passwordLength: 64 },
        removalPolicy,
      });
    this.stripeKey = fromStripe('StripeKey', 'Stripe’s restricted key');
    this.stripeWebhookSecret = fromStripe('StripeWebhookSecret', 'What signs Stripe’s webhooks');
    for (const secret of [this.stripeKey, this.stripeWebhookSecret])
      acknowledge(secret, 'Stripe makes it: changed there and here by hand (runbook).', 'AwsSolutions-SMG4');
    this.files = createFilesBucket(this, 'Files', stage.keepsData);
    this.mailFiles = createMailBucket(this, 'MailFiles', stage.keepsData);
    acknowledge(
      this.mailKey,
      'Cannot change: every link to unsubscribe that was ever sent depends on it.',
      'AwsSolutions-SMG4',
    );
    acknowledge(
      this.archivePasswordHash,
      'Changed by the steering committee, which tells its readers the new password.',
      'AwsSolutions-SMG4',
    );
    acknowledge(
      this.tokenKeys,
      'Changed by hand, with the old key kept for a while (runbook): a timer would end sessions.',
      'AwsSolutions-SMG4',
    );
    acknowledge(
      this.passwordPepper,
      'Cannot change: every stored password hash depends on it.',
      'AwsSolutions-SMG4',
    );
  }
}
