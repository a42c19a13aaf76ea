import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import { envNames } from '#shared/deployment';
import { AuditWatch } from '../constructs/audit-watch.ts';
import { CampaignAlarms } from '../constructs/campaign-alarms.ts';
import { DeliveryEvents } from '../constructs/delivery-events.ts';
import { allowMailFiles } from '../constructs/mail-bucket.ts';
import { accept } from '../constructs/nag.ts';
import { addPaymentJobs } from '../constructs/payment-jobs.ts';
import { onTable, queryOf } from '../constructs/permissions.ts';
import { Job } from '../constructs/scheduled-function.ts';
import type { Stage } from '../stages.ts';
import type { RecordsStack } from './data-stack.ts';

export interface JobsProps extends StackProps {
  stage: Stage;
  records: RecordsStack;
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
      rights: [...onTable(table, 'GetItem', 'PutItem', 'UpdateItem')],
    });
    const { configurationSet } = mailEvents;

    const from = `no-reply@${stage.mailDomain}`;
    const mail = {
      [envNames.tableName]: table.tableName,
      [envNames.mailFrom]: `Asia Graphics Association <${from}>`,
      [envNames.mailConfigurationSet]: configurationSet.configurationSetName,
    };
    const findsDueMail = queryOf(table, 'due');
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

    const worker = new Job(this, 'MailWorker', {
      stage,
      name: 'send-transactional-mail',
      code: props.mailWorkerCode,
      environment: mail,
      rights: [...onTable(table, 'GetItem', 'UpdateItem'), findsDueMail, sends],
    });
    worker.startOnInsert(table, 'service');

    const campaigns = new Job(this, 'CampaignWorker', {
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
        [envNames.siteUrl]: siteUrl,
      },
      rights: [
        ...onTable(table, 'BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'),
        findsDueMail,
        sends,
        new PolicyStatement({ actions: ['ses:GetSendQuota'], resources: ['*'] }),
      ],
    });
    campaigns.startOnInsert(table, 'campaign');
    accept(campaigns.role, 'SES knows no narrower name for its quota.', 'AwsSolutions-IAM5[Resource::*]');
    allowMailFiles(campaigns.role, records.mailFiles, ['s3:GetObject']);
    records.mailKey.grantRead(campaigns.role);
    new CampaignAlarms(this, 'MailAlarms', { campaignWorker: campaigns.log, mailEvents: mailEvents.log });

    new Job(this, 'Reminders', {
      stage,
      name: 'remind-members',
      code: props.remindersCode,
      environment: {
        [envNames.tableName]: table.tableName,
        [envNames.siteUrl]: siteUrl,
        ...(stage.reminderStages && { [envNames.reminderStages]: JSON.stringify(stage.reminderStages) }),
      },
      rights: [
        // A reminder is new rows, and a look at the member's own in the same transaction.
        ...onTable(table, 'BatchGetItem', 'PutItem', 'ConditionCheckItem'),
        queryOf(table, 'directory'),
      ],
    });

    const erasures = new Job(this, 'Erasures', {
      stage,
      name: 'erase-addresses',
      code: props.erasuresCode,
      environment: {
        [envNames.tableName]: table.tableName,
        [envNames.mailBucket]: records.mailFiles.bucketName,
      },
      rights: [...onTable(table, 'BatchGetItem', 'DeleteItem', 'PutItem', 'Query')],
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
