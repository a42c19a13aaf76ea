import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import { envNames, s3Prefixes } from '#shared/deployment';
import { CampaignAlarms, LogAlarms } from '../constructs/alarms.ts';
import { AuditWatch } from '../constructs/audit-watch.ts';
import { allowMailFiles } from '../constructs/buckets.ts';
import { DeliveryEvents } from '../constructs/delivery-events.ts';
import { acknowledge } from '../constructs/nag.ts';
import { allowIndexQuery, allowOnTable } from '../constructs/permissions.ts';
import { ScheduledFunction } from '../constructs/scheduled-function.ts';
import type { Stage } from '../stages.ts';
import type { DataStack } from './data-stack.ts';

export interface JobsProps extends StackProps {
  stage: Stage;
  records: DataStack;
  /** Where the site is. */
  siteUrl: string;
  /** The built Lambda folders. */
  mailWorkerCode: string;
  campaignWorkerCode: string;
  mailEventsCode: string;
  remindersCode: string;
  erasuresCode: string;
  reconcilerCode: string;
  receiptsCode: string;
  auditWatchCode: string;
}

/** What works by the clock, by the table's stream and by what SES tells: the two mail workers are all that may call SES. */
export class JobsStack extends Stack {
  constructor(scope: Construct, id: string, { stage, records, siteUrl, ...props }: JobsProps) {
    super(scope, id, props);
    const { table } = records;
    const sender = new EmailIdentity(this, 'Sender', { identity: Identity.domain(stage.mailDomain) });
    const mailEvents = new DeliveryEvents(this, 'MailEvents', {
      stage,
      code: props.mailEventsCode,
      environment: { [envNames.tableName]: table.tableName },
      policies: [...allowOnTable(table, 'GetItem', 'PutItem', 'UpdateItem')],
    });
    const { configurationSet } = mailEvents;

    const from = `no-reply@${stage.mailDomain}`;
    const mail = {
      [envNames.tableName]: table.tableName,
      [envNames.mailFrom]: `Asia Graphics Association <${from}>`,
      [envNames.mailConfigurationSet]: configurationSet.configurationSetName,
      [envNames.siteUrl]: siteUrl,
    };
    const findsDueMail = allowIndexQuery(table, 'due');
    const set = this.formatArn({
      service: 'ses',
      resource: 'configuration-set',
      resourceName: configurationSet.configurationSetName,
    });
    const sends = new PolicyStatement({
      actions: ['ses:SendRawEmail'],
      resources: [sender.emailIdentityArn, set],
      conditions: { StringEquals: { 'ses:FromAddress': from } },
    });

    const worker = new ScheduledFunction(this, 'MailWorker', {
      stage,
      name: 'send-transactional-mail',
      code: props.mailWorkerCode,
      environment: mail,
      policies: [...allowOnTable(table, 'GetItem', 'UpdateItem'), findsDueMail, sends],
    });
    worker.startOnInsert(table, 'transactional');

    const campaigns = new ScheduledFunction(this, 'CampaignWorker', {
      stage,
      name: 'send-campaigns',
      code: props.campaignWorkerCode,
      // Several copies with 4 MB of attachments are under way at a time.
      memorySize: 1024,
      ...(stage.campaignConcurrency !== undefined && {
        reservedConcurrentExecutions: stage.campaignConcurrency,
      }),
      environment: {
        ...mail,
        [envNames.mailBucket]: records.mailFiles.bucketName,
        [envNames.mailKey]: records.mailKey.secretArn,
      },
      policies: [
        ...allowOnTable(table, 'BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'),
        findsDueMail,
        sends,
        new PolicyStatement({ actions: ['ses:GetSendQuota'], resources: ['*'] }),
      ],
    });
    campaigns.startOnInsert(table, 'campaign');
    acknowledge(
      campaigns.role,
      'SES knows no narrower name for its quota.',
      'AwsSolutions-IAM5[Resource::*]',
    );
    allowMailFiles(campaigns.role, records.mailFiles, ['s3:GetObject']);
    records.mailKey.grantRead(campaigns.role);
    new CampaignAlarms(this, 'MailAlarms', { campaignWorker: campaigns.log, mailEvents: mailEvents.log });

    new ScheduledFunction(this, 'Reminders', {
      stage,
      name: 'remind-members',
      code: props.remindersCode,
      environment: {
        [envNames.tableName]: table.tableName,
        ...(stage.reminderStages && { [envNames.reminderStages]: JSON.stringify(stage.reminderStages) }),
      },
      policies: [
        // A reminder is new rows, and a look at the member's own in the same transaction.
        ...allowOnTable(table, 'BatchGetItem', 'PutItem', 'ConditionCheckItem'),
        allowIndexQuery(table, 'directory'),
      ],
    });

    const erasures = new ScheduledFunction(this, 'Erasures', {
      stage,
      name: 'erase-addresses',
      code: props.erasuresCode,
      environment: {
        [envNames.tableName]: table.tableName,
        [envNames.mailBucket]: records.mailFiles.bucketName,
      },
      policies: [...allowOnTable(table, 'BatchGetItem', 'DeleteItem', 'PutItem', 'Query')],
    });
    allowMailFiles(erasures.role, records.mailFiles, ['s3:GetObject', 's3:PutObject']);

    addPaymentJobs(this, {
      stage,
      records,
      reconcilerCode: props.reconcilerCode,
      receiptsCode: props.receiptsCode,
    });

    new AuditWatch(this, 'AuditWatch', { stage, code: props.auditWatchCode, table });

    for (const [index, record] of sender.dkimRecords.entries()) {
      new CfnOutput(this, `DkimRecord${index + 1}`, { value: `${record.name} CNAME ${record.value}` });
    }
  }
}

interface PaymentJobsProps {
  stage: Stage;
  records: DataStack;
  /** The built Lambda folders. */
  reconcilerCode: string;
  receiptsCode: string;
}

/** What works for the treasurer: payments that nobody told of are found, and receipts are made. */
export function addPaymentJobs(scope: Construct, props: PaymentJobsProps): void {
  const { stage, records, reconcilerCode, receiptsCode } = props;
  const { table, files, stripeKey } = records;

  const reconciler = new ScheduledFunction(scope, 'Reconciler', {
    stage,
    name: 'reconcile-payments',
    code: reconcilerCode,
    environment: {
      [envNames.tableName]: table.tableName,
      [envNames.stripeKey]: stripeKey.secretArn,
      [envNames.paymentLinks]: JSON.stringify(stage.paymentLinks),
    },
    policies: [
      ...allowOnTable(table, 'GetItem', 'PutItem', 'UpdateItem'),
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

  const maker = new ScheduledFunction(scope, 'Receipts', {
    stage,
    name: 'make-receipts',
    code: receiptsCode,
    environment: {
      [envNames.tableName]: table.tableName,
      [envNames.filesBucket]: files.bucketName,
    },
    policies: [
      ...allowOnTable(table, 'GetItem', 'UpdateItem'),
      allowIndexQuery(table, 'due'),
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
  acknowledge(
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
