import { Duration } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  type FunctionOptions,
  Function as Lambda,
  LoggingFormat,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { envNames, secretNames } from '#shared/deployment';
import { auditPrefix } from '../../functions/platform/table/schema.ts';
import { type FunctionName, lambdaSeconds } from '../../functions/platform/time-limits.ts';
import { type BucketName, type FileRights, fileRights } from '../file-rights.ts';
import type { Stage } from '../stages.ts';
import { deniedOnAuditLog, type TableAction, type TableRights, tableRights } from '../table-rights.ts';
import { countEvents } from './alarms.ts';
import { addOutputs } from './outputs.ts';
import { removalPolicyOf } from './removal.ts';

/** What all functions of a stage are made of. */
export interface Product {
  stage: Stage;
  data: { table: ITableV2; files: IBucket; mailFiles: IBucket };
  /** The built folder of each Lambda function. */
  functionFolder: (name: FunctionName) => string;
}

export interface ProductFunctionProps
  extends Pick<
    FunctionOptions,
    'memorySize' | 'onFailure' | 'reservedConcurrentExecutions' | 'retryAttempts'
  > {
  name: FunctionName;
  /** Variables beside those that name what it has rights to. */
  environment?: Record<string, string>;
  /** Those that it reads. */
  secrets?: Partial<Record<(typeof secretNames)[number], ISecret>>;
  /** For a function with rights to the images in emails. */
  images?: IBucket;
}

const variableOf = {
  files: envNames.filesBucket,
  mail: envNames.mailBucket,
  images: envNames.imageBucket,
} as const satisfies Record<BucketName, string>;

/** One of the product's functions, with a role and a log of its own. It may use, and knows by its variables, what the tables of rights say. */
export class ProductFunction extends Construct {
  readonly lambda: Lambda;
  readonly role: Role;
  /** Every line is JSON, those that Lambda itself adds included. */
  readonly log: LogGroup;

  constructor(
    scope: Construct,
    id: string,
    { stage, data, functionFolder }: Product,
    { name, environment = {}, secrets = {}, images, ...options }: ProductFunctionProps,
  ) {
    super(scope, id);
    this.log = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_YEAR,
      removalPolicy: removalPolicyOf(stage),
    });
    countEvents(this.log, stage);
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.log.grantWrite(this.role);
    this.lambda = new Lambda(this, 'Lambda', {
      timeout: Duration.seconds(lambdaSeconds[name]),
      memorySize: 512,
      ...options,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.X86_64,
      handler: 'index.handler',
      code: Code.fromAsset(functionFolder(name)),
      logGroup: this.log,
      loggingFormat: LoggingFormat.JSON,
      role: this.role,
      environment,
    });
    addOutputs(this, name, { Function: this.lambda.functionName, Log: this.log.logGroupName });

    const rows: Partial<Record<FunctionName, TableRights>> = tableRights;
    const files: Partial<Record<FunctionName, Partial<Record<BucketName, FileRights>>>> = fileRights;
    if (rows[name]) this.allowOnTable(data.table, rows[name]);
    for (const [bucket, store] of [
      ['files', data.files],
      ['mail', data.mailFiles],
      ['images', images],
    ] as const) {
      const rights = files[name]?.[bucket];
      if (!rights) continue;
      if (!store) throw new Error(`${name} has rights to the bucket "${bucket}", which it is not given`);
      this.allowOnFiles(store, variableOf[bucket], rights);
    }
    this.allowReading(secrets);
  }

  private allow(actions: string[], ...resources: string[]): void {
    this.role.addToPolicy(new PolicyStatement({ actions, resources }));
  }

  private allowOnTable(table: ITableV2, rights: TableRights): void {
    this.lambda.addEnvironment(envNames.tableName, table.tableName);
    this.allow(toActions(rights.actions), table.tableArn);
    const denied = deniedOnAuditLog(rights);
    if (denied.length > 0)
      this.role.addToPolicy(
        new PolicyStatement({
          effect: Effect.DENY,
          actions: toActions(denied),
          resources: [table.tableArn],
          conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [`${auditPrefix}*`] } },
        }),
      );
    const indexes = rights.indexes.map((index) => `${table.tableArn}/index/${index}`);
    if (indexes.length > 0) this.allow(toActions(['Query']), ...indexes);
  }

  private allowOnFiles(bucket: IBucket, variable: string, rights: FileRights): void {
    this.lambda.addEnvironment(variable, bucket.bucketName);
    for (const [prefix, actions] of Object.entries(rights))
      this.allow(
        actions.map((action) => `s3:${action}`),
        bucket.arnForObjects(`${prefix}*`),
      );
    // Without the right to list, S3 says 403 for a missing file, not 404.
    if (Object.values(rights).some((actions) => actions.includes('GetObject')))
      this.allow(['s3:ListBucket'], bucket.bucketArn);
  }

  /** Each secret is encrypted with Secrets Manager's own key, for which a role needs no right. */
  private allowReading(secrets: NonNullable<ProductFunctionProps['secrets']>): void {
    const arns: string[] = [];
    for (const name of secretNames) {
      const secret = secrets[name];
      if (!secret) continue;
      this.lambda.addEnvironment(envNames[name], secret.secretArn);
      arns.push(secret.secretArn);
    }
    if (arns.length > 0) this.allow(['secretsmanager:GetSecretValue'], ...arns);
  }
}

const toActions = (actions: readonly TableAction[]): string[] =>
  actions.map((action) => `dynamodb:${action}`);
