import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FilterRule } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { envNames } from '#shared/deployment';
import type { FunctionName } from '../build-functions.ts';
import { createAlarm, sumOf } from '../constructs/alarms.ts';
import { AuditWatch } from '../constructs/audit-watch.ts';
import { DeliveryEvents } from '../constructs/delivery-events.ts';
import { addMailDomains } from '../constructs/mail-domains.ts';
import { acknowledge } from '../constructs/nag.ts';
import { allowOnFiles, allowOnTable, allowReadingSecrets } from '../constructs/permissions.ts';
import { ScheduledFunction } from '../constructs/scheduled-function.ts';
import { fileRights } from '../file-rights.ts';
import { campaignQueue } from '../queues.ts';
import type { Stage } from '../stages.ts';
import { tableRights } from '../table-rights.ts';
import type { DataStack } from './data-stack.ts';

export interface JobsProps extends StackProps {
  stage: Stage;
  data: DataStack;
  /** The site's own address, without a final slash. */
  siteUrl: string;
  /** The built folder of each Lambda function. */
  functionFolder: (name: FunctionName) => string;
}

type Parts = Pick<JobsProps, 'stage' | 'data' | 'siteUrl' | 'functionFolder'>;

/** The functions that schedules, the table's stream, the queue of campaigns and SES's events start. Only the two mail senders may call SES. */
export class JobsStack extends Stack {
  constructor(scope: Construct, id: string, { stage, data, siteUrl, functionFolder, ...props }: JobsProps) {
    super(scope, id, props);
    const parts = { stage, data, siteUrl, functionFolder };
    const deliveryEvents = new DeliveryEvents(this, 'DeliveryEvents', {
      stage,
      code: functionFolder('handle-delivery-events'),
      environment: { [envNames.tableName]: data.table.tableName },
      policies: allowOnTable(data.table, tableRights['handle-delivery-events']),
    });
    this.addMailSenders(parts, deliveryEvents.configurationSet.configurationSetName);
    this.addReminders(parts);
    this.addNightlyWorker(parts);
    this.addPaymentReconciler(parts);
    this.addReceiptMaker(parts);
    this.addImportContinuer(parts);
    new AuditWatch(this, 'AuditWatch', { stage, code: functionFolder('watch-audit-log'), table: data.table });
    this.watchDeadLetters([data.campaignQueue.deadLetters, deliveryEvents.deadLetters]);
  }

  /** One alarm over what failed for good: starts of all scheduled jobs, emails to members and SES's events. */
  private watchDeadLetters(others: Queue[]): void {
    const jobs = this.node.findAll().filter((construct) => construct instanceof ScheduledFunction);
    const period = Duration.minutes(5);
    createAlarm(this, 'DeadLetters', {
      metric: sumOf(
        [...jobs.map(({ deadLetters }) => deadLetters), ...others].map((queue) =>
          queue.metricApproximateNumberOfMessagesVisible({ period }),
        ),
        period,
      ),
      threshold: 1,
      members:
        'A job, some recipients of an email to members, or what became of emails failed after all retries and waits for a person.',
      runbook: 'Work waits in a dead-letter queue',
    });
  }

  private addMailSenders(
    { stage, data, siteUrl, functionFolder }: Parts,
    configurationSetName: string,
  ): void {
    const { table } = data;
    addMailDomains(this, stage);
    const from = `no-reply@${stage.mailDomain}`;
    const environment = {
      [envNames.tableName]: table.tableName,
      [envNames.mailFrom]: `Asia Graphics Association <${from}>`,
      [envNames.mailConfigurationSet]: configurationSetName,
    };
    const configurationSet = this.formatArn({
      service: 'ses',
      resource: 'configuration-set',
      resourceName: configurationSetName,
    });
    const identities = this.formatArn({ service: 'ses', resource: 'identity', resourceName: '*' });
    const sendMail = new PolicyStatement({
      actions: ['ses:SendRawEmail'],
      // In the sandbox SES asks for the right on the recipient's identity too.
      resources: [identities, configurationSet],
      conditions: { StringEquals: { 'ses:FromAddress': from } },
    });

    const transactional = new ScheduledFunction(this, 'TransactionalMailSender', {
      stage,
      name: 'send-transactional-mail',
      code: functionFolder('send-transactional-mail'),
      environment: { ...environment, [envNames.siteUrl]: siteUrl },
      policies: [...allowOnTable(table, tableRights['send-transactional-mail']), sendMail],
    });
    transactional.startOnInsert(table, 100, {
      Keys: { sk: { S: FilterRule.isEqual('MAIL') } },
      NewImage: { kind: { S: FilterRule.isEqual('transactional') } },
    });

    const campaigns = new ScheduledFunction(this, 'CampaignSender', {
      stage,
      name: 'send-campaigns',
      code: functionFolder('send-campaigns'),
      // Several emails with 4 MB of attachments are sent at a time.
      memorySize: 1024,
      environment: {
        ...environment,
        [envNames.mailBucket]: data.mailFiles.bucketName,
        [envNames.mailKey]: data.mailKey.secretArn,
        [envNames.campaignQueueUrl]: data.campaignQueue.queue.queueUrl,
        [envNames.siteUrl]: siteUrl,
      },
      policies: [
        ...allowOnTable(table, tableRights['send-campaigns']),
        sendMail,
        new PolicyStatement({ actions: ['ses:GetSendQuota'], resources: ['*'] }),
        allowReadingSecrets(data.mailKey),
      ],
    });
    data.campaignQueue.allowSend(campaigns.role);
    campaigns.lambda.addEventSource(
      new SqsEventSource(data.campaignQueue.queue, {
        batchSize: campaignQueue.batchSize,
        maxConcurrency: campaignQueue.concurrency,
        reportBatchItemFailures: true,
      }),
    );
    acknowledge(
      campaigns.lambda,
      'Its queue passes what fails to a dead-letter queue of its own.',
      'Serverless-LambdaEventSourceMappingDestination',
    );
    acknowledge(
      campaigns.role,
      'SES has no narrower resource for its quota.',
      'AwsSolutions-IAM5[Resource::*]',
    );
    acknowledge(
      this,
      'Recipients’ identities in the sandbox, which are not known here; the sender’s address is a condition.',
      `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:${this.region}:<AWS::AccountId>:identity/*]`,
    );
    allowOnFiles(campaigns.role, data.mailFiles, fileRights['send-campaigns'].mail);
  }

  private addReminders({ stage, data, functionFolder }: Parts): void {
    new ScheduledFunction(this, 'Reminders', {
      stage,
      name: 'remind-members',
      code: functionFolder('remind-members'),
      environment: {
        [envNames.tableName]: data.table.tableName,
        ...(stage.reminderStages && { [envNames.reminderStages]: JSON.stringify(stage.reminderStages) }),
      },
      policies: allowOnTable(data.table, tableRights['remind-members']),
    });
  }

  private addNightlyWorker({ stage, data, functionFolder }: Parts): void {
    const { role } = new ScheduledFunction(this, 'NightlyWorker', {
      stage,
      name: 'do-nightly-work',
      code: functionFolder('do-nightly-work'),
      // Processing power comes with the memory, and the statistics read every member.
      memorySize: 1024,
      environment: {
        [envNames.tableName]: data.table.tableName,
        [envNames.mailBucket]: data.mailFiles.bucketName,
      },
      policies: allowOnTable(data.table, tableRights['do-nightly-work']),
    });
    allowOnFiles(role, data.mailFiles, fileRights['do-nightly-work'].mail);
  }

  /** Finds payments whose webhook did not arrive. */
  private addPaymentReconciler({ stage, data, functionFolder }: Parts): void {
    const { table, stripeKey } = data;
    new ScheduledFunction(this, 'PaymentReconciler', {
      stage,
      name: 'reconcile-payments',
      // Without Stripe's pages nobody can pay, and there is no key to ask Stripe with.
      isScheduled: stage.paymentLinks.length > 0,
      code: functionFolder('reconcile-payments'),
      environment: {
        [envNames.tableName]: table.tableName,
        [envNames.stripeKey]: stripeKey.secretArn,
        [envNames.paymentLinks]: JSON.stringify(stage.paymentLinks),
      },
      policies: [...allowOnTable(table, tableRights['reconcile-payments']), allowReadingSecrets(stripeKey)],
    });
  }

  private addReceiptMaker({ stage, data, functionFolder }: Parts): void {
    const { table, files } = data;
    const { role } = new ScheduledFunction(this, 'ReceiptMaker', {
      stage,
      name: 'make-receipts',
      code: functionFolder('make-receipts'),
      environment: {
        [envNames.tableName]: table.tableName,
        [envNames.filesBucket]: files.bucketName,
      },
      policies: allowOnTable(table, tableRights['make-receipts']),
    });
    allowOnFiles(role, files, fileRights['make-receipts'].files);
  }

  /** Imports and waves of invitations whose page was closed. It hashes the passwords that members bring along. */
  private addImportContinuer({ stage, data, functionFolder }: Parts): void {
    const { table, files, passwordPepper } = data;
    const { role } = new ScheduledFunction(this, 'ImportContinuer', {
      stage,
      name: 'continue-imports',
      code: functionFolder('continue-imports'),
      // One whole processor: a password takes 30 ms of one.
      memorySize: 1769,
      environment: {
        [envNames.tableName]: table.tableName,
        [envNames.filesBucket]: files.bucketName,
        [envNames.passwordPepper]: passwordPepper.secretArn,
      },
      policies: [
        ...allowOnTable(table, tableRights['continue-imports']),
        allowReadingSecrets(passwordPepper),
      ],
    });
    allowOnFiles(role, files, fileRights['continue-imports'].files);
  }
}
