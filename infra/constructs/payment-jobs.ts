import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import { envNames, s3Prefixes } from '#shared/deployment';
import type { RecordsStack } from '../stacks/data-stack.ts';
import type { Stage } from '../stages.ts';
import { LogAlarms } from './log-alarms.ts';
import { accept } from './nag.ts';
import { onTable, queryOf } from './permissions.ts';
import { Job } from './scheduled-function.ts';

interface PaymentJobsProps {
  stage: Stage;
  records: RecordsStack;
  /** The built Lambda folders. */
  reconcilerCode: string;
  receiptsCode: string;
}

/** What works for the treasurer: payments that nobody told of are found, and receipts are made. */
export function addPaymentJobs(scope: Construct, props: PaymentJobsProps): void {
  const { stage, records, reconcilerCode, receiptsCode } = props;
  const { table, files, stripeKey } = records;

  const reconciler = new Job(scope, 'Reconciler', {
    stage,
    name: 'reconcile-payments',
    code: reconcilerCode,
    environment: {
      [envNames.tableName]: table.tableName,
      [envNames.stripeKey]: stripeKey.secretArn,
      [envNames.paymentLinks]: JSON.stringify(stage.paymentLinks),
    },
    rights: [
      ...onTable(table, 'GetItem', 'PutItem', 'UpdateItem'),
      new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [stripeKey.secretArn] }),
    ],
  });
  new LogAlarms(reconciler, 'Alarms', reconciler.log, {
    Unfulfilled: {
      events: ['payment-failed', 'checkout-invalid'],
      description:
        'A payment couldn’t be added to a membership. It is tried again every 15 minutes. See the runbook, "Payments".',
    },
  });

  const maker = new Job(scope, 'Receipts', {
    stage,
    name: 'make-receipts',
    code: receiptsCode,
    environment: {
      [envNames.tableName]: table.tableName,
      [envNames.filesBucket]: files.bucketName,
    },
    rights: [
      ...onTable(table, 'GetItem', 'UpdateItem'),
      queryOf(table, 'due'),
      new PolicyStatement({
        actions: ['s3:PutObject'],
        resources: [files.arnForObjects(`${s3Prefixes.receipts}*`)],
      }),
    ],
  });
  new LogAlarms(maker, 'Alarms', maker.log, {
    NotMade: {
      events: ['receipt-failed'],
      description:
        'A receipt couldn’t be made. It is tried again every five minutes. See the runbook, "Payments".',
    },
  });
  const bucket = Stack.of(scope).resolve(Stack.of(files).exportValue(files.bucketArn))['Fn::ImportValue'];
  accept(
    maker,
    'Every receipt: their numbers are not known beforehand.',
    `AwsSolutions-IAM5[Resource::${bucket}/${s3Prefixes.receipts}*]`,
  );
  if (table.tableStreamArn !== undefined) {
    maker.lambda.addEventSource(
      new DynamoEventSource(table, {
        startingPosition: StartingPosition.LATEST,
        batchSize: 25,
        maxRecordAge: Duration.minutes(5),
        retryAttempts: 1,
        onFailure: new SqsDlq(maker.failures),
        filters: [
          FilterCriteria.filter({
            eventName: FilterRule.isEqual('INSERT'),
            dynamodb: { Keys: { sk: { S: FilterRule.beginsWith('RECEIPT#') } } },
          }),
        ],
      }),
    );
  }
}
