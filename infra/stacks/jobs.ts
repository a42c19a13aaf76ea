import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import { envNames } from '../../functions/env-names.ts';
import { Job } from '../constructs/job.ts';
import { addPaymentJobs } from '../constructs/payment-jobs.ts';
import type { Stage } from '../stages.ts';
import type { RecordsStack } from './records.ts';

export interface JobsProps extends StackProps {
  stage: Stage;
  records: RecordsStack;
  /** The built Lambda folder of the mail worker. */
  mailWorkerCode: string;
  /** That of the reminders. */
  remindersCode: string;
  reconcilerCode: string;
  receiptsCode: string;
  /** Where the site is. */
  siteUrl: string;
}

/** What works by the clock and by the table's stream: the mail worker, the one part that may call SES. */
export class JobsStack extends Stack {
  constructor(scope: Construct, id: string, given: JobsProps) {
    const { stage, records, mailWorkerCode, remindersCode, reconcilerCode, receiptsCode, siteUrl, ...props } =
      given;
    super(scope, id, props);
    const { table } = records;
    const sender = new EmailIdentity(this, 'Sender', { identity: Identity.domain(stage.mailDomain) });
    const worker = new Job(this, 'MailWorker', {
      stage,
      name: 'deliver-mail',
      code: mailWorkerCode,
      environment: {
        [envNames.tableName]: table.tableName,
        [envNames.mailFrom]: `Asia Graphics Association <no-reply@${stage.mailDomain}>`,
      },
      rights: [
        new PolicyStatement({
          actions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
          resources: [table.tableArn],
        }),
        new PolicyStatement({ actions: ['dynamodb:Query'], resources: [`${table.tableArn}/index/due`] }),
        new PolicyStatement({ actions: ['ses:SendRawEmail'], resources: [sender.emailIdentityArn] }),
      ],
    });

    new Job(this, 'Reminders', {
      stage,
      name: 'remind-members',
      code: remindersCode,
      environment: {
        [envNames.tableName]: table.tableName,
        [envNames.siteUrl]: siteUrl,
        ...(stage.reminderStages && { [envNames.reminderStages]: JSON.stringify(stage.reminderStages) }),
      },
      rights: [
        // A reminder is new rows, and a look at the member's own in the same transaction.
        new PolicyStatement({
          actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:ConditionCheckItem'],
          resources: [table.tableArn],
        }),
        new PolicyStatement({
          actions: ['dynamodb:Query'],
          resources: [`${table.tableArn}/index/directory`],
        }),
      ],
      timeout: Duration.minutes(10),
    });

    addPaymentJobs(this, { stage, records, reconcilerCode, receiptsCode });

    // A lost or late trigger costs a minute and never a mail: the schedule finds the same work.
    if (table.tableStreamArn !== undefined) {
      worker.lambda.addEventSource(
        new DynamoEventSource(table, {
          startingPosition: StartingPosition.LATEST,
          batchSize: 100,
          maxRecordAge: Duration.minutes(5),
          retryAttempts: 1,
          onFailure: new SqsDlq(worker.failures),
          filters: [
            FilterCriteria.filter({
              eventName: FilterRule.isEqual('INSERT'),
              dynamodb: { Keys: { sk: { S: FilterRule.isEqual('MAIL') } } },
            }),
          ],
        }),
      );
    }

    for (const [index, record] of sender.dkimRecords.entries()) {
      new CfnOutput(this, `DkimRecord${index + 1}`, { value: `${record.name} CNAME ${record.value}` });
    }
  }
}
