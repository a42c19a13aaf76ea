import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FilterRule } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnEmailIdentity, EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { envNames } from '#shared/deployment';
import type { FunctionName } from '../build-functions.ts';
import { createAlarm, sumOf } from '../constructs/alarms.ts';
import { AuditWatch } from '../constructs/audit-watch.ts';
import { DeliveryEvents } from '../constructs/delivery-events.ts';
import { acknowledge } from '../constructs/nag.ts';
import { allowOnFiles, allowOnTable, allowReadingSecrets } from '../constructs/permissions.ts';
import type { WorkQueue } from '../constructs/queue.ts';
import { ScheduledFunction } from '../constructs/scheduled-function.ts';
import { type FileRights, fileRights } from '../file-rights.ts';
import { campaignQueue, importQueue } from '../queues.ts';
import type { ScheduledJob } from '../schedules.ts';
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

/** What a job has beside its table, and its rights to rows and files. */
interface Job {
  environment?: Record<string, string>;
  /** Secrets that it reads, by the variables with their ARNs. */
  secrets?: Record<string, ISecret>;
  policies?: PolicyStatement[];
  memorySize?: number;
  isScheduled?: boolean;
}

/** Has the messages of a queue start a job, which sends one itself when its time is up. */
function startByQueue(
  job: ScheduledFunction,
  work: WorkQueue,
  { batchSize, concurrency }: { batchSize: number; concurrency: number },
): void {
  work.allowSend(job.role);
  job.lambda.addEventSource(new SqsEventSource(work.queue, { batchSize, maxConcurrency: concurrency }));
}

/** The functions that schedules, the table's stream, the queues of campaigns and imports, and SES's events start. Only the two mail senders may call SES. */
export class JobsStack extends Stack {
  private readonly props: JobsProps;

  constructor(scope: Construct, id: string, props: JobsProps) {
    super(scope, id, props);
    this.props = props;
    const { stage, data, functionFolder } = props;
    const deliveryEvents = new DeliveryEvents(this, 'DeliveryEvents', {
      stage,
      code: functionFolder('handle-delivery-events'),
      environment: { [envNames.tableName]: data.table.tableName },
      policies: allowOnTable(data.table, tableRights['handle-delivery-events']),
    });
    this.addMailSenders(deliveryEvents.configurationSet.configurationSetName);
    this.addJob('remind-members', {
      environment: stage.reminderStages && {
        [envNames.reminderStages]: JSON.stringify(stage.reminderStages),
      },
    });
    // Processing power comes with the memory, and the statistics read every member.
    this.addJob('do-nightly-work', {
      memorySize: 1024,
      environment: { [envNames.mailBucket]: data.mailFiles.bucketName },
    });
    // Finds payments whose webhook did not arrive. Without Stripe's pages nobody can pay, and there is no key to ask with.
    this.addJob('reconcile-payments', {
      isScheduled: stage.paymentLinks.length > 0,
      environment: { [envNames.paymentLinks]: JSON.stringify(stage.paymentLinks) },
      secrets: { [envNames.stripeKey]: data.stripeKey },
    });
    this.addJob('make-receipts', {
      environment: { [envNames.filesBucket]: data.files.bucketName },
    });
    // It hashes the passwords that members bring along: one whole processor, of which a password takes 30 ms.
    const imports = this.addJob('continue-imports', {
      memorySize: 1769,
      environment: {
        [envNames.filesBucket]: data.files.bucketName,
        [envNames.importQueueUrl]: data.importQueue.queue.queueUrl,
      },
      secrets: { [envNames.passwordPepper]: data.passwordPepper },
    });
    startByQueue(imports, data.importQueue, importQueue);
    new AuditWatch(this, 'AuditWatch', { stage, code: functionFolder('watch-audit-log'), table: data.table });
    this.watchDeadLetters([
      data.campaignQueue.deadLetters,
      data.importQueue.deadLetters,
      deliveryEvents.deadLetters,
    ]);
  }

  private addJob(
    name: ScheduledJob,
    { environment = {}, secrets = {}, policies = [], ...more }: Job,
  ): ScheduledFunction {
    const { stage, data, functionFolder } = this.props;
    const arns = Object.entries(secrets).map(([variable, { secretArn }]) => [variable, secretArn]);
    const job = new ScheduledFunction(this, name, {
      ...more,
      stage,
      name,
      code: functionFolder(name),
      environment: {
        [envNames.tableName]: data.table.tableName,
        ...environment,
        ...Object.fromEntries(arns),
      },
      policies: [
        ...allowOnTable(data.table, tableRights[name]),
        ...policies,
        ...(arns.length > 0 ? [allowReadingSecrets(...Object.values(secrets))] : []),
      ],
    });
    const rights: Partial<Record<string, { files?: FileRights; mail?: FileRights }>> = fileRights;
    const { files, mail } = rights[name] ?? {};
    if (files) allowOnFiles(job.role, data.files, files);
    if (mail) allowOnFiles(job.role, data.mailFiles, mail);
    return job;
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

  private addMailSenders(configurationSetName: string): void {
    const { stage, data, siteUrl } = this.props;
    addMailDomains(this, stage);
    const from = `no-reply@${stage.mailDomain}`;
    const environment = {
      [envNames.mailFrom]: `Asia Graphics Association <${from}>`,
      [envNames.mailConfigurationSet]: configurationSetName,
      [envNames.siteUrl]: siteUrl,
    };
    const ofSes = (resource: string, resourceName: string) =>
      this.formatArn({ service: 'ses', resource, resourceName });
    const sendMail = new PolicyStatement({
      actions: ['ses:SendRawEmail'],
      // In the sandbox SES asks for the right on the recipient's identity too.
      resources: [ofSes('identity', '*'), ofSes('configuration-set', configurationSetName)],
      conditions: { StringEquals: { 'ses:FromAddress': from } },
    });

    const transactional = this.addJob('send-transactional-mail', {
      environment,
      policies: [sendMail],
    });
    transactional.startOnInsert(data.table, 100, {
      Keys: { sk: { S: FilterRule.isEqual('MAIL') } },
      NewImage: { kind: { S: FilterRule.isEqual('transactional') } },
    });

    const campaigns = this.addJob('send-campaigns', {
      // Several emails with 4 MB of attachments are sent at a time.
      memorySize: 1024,
      environment: {
        ...environment,
        [envNames.mailBucket]: data.mailFiles.bucketName,
        [envNames.campaignQueueUrl]: data.campaignQueue.queue.queueUrl,
      },
      policies: [sendMail, new PolicyStatement({ actions: ['ses:GetSendQuota'], resources: ['*'] })],
      secrets: { [envNames.mailKey]: data.mailKey },
    });
    startByQueue(campaigns, data.campaignQueue, campaignQueue);
    acknowledge(
      campaigns.role,
      'SES has no narrower resource for its quota.',
      'AwsSolutions-IAM5[Resource::*]',
    );
  }
}

/**
 * SES's identities of the sender's domain and, while it is changed, of the other one. Each has the domain in its name in
 * the template, so that neither replaces the other. The outputs `MailRecord1` and following are the DNS records.
 */
function addMailDomains(scope: Construct, { mailDomain, otherMailDomain }: Stage): void {
  const domains = otherMailDomain === undefined ? [mailDomain] : [mailDomain, otherMailDomain];
  const records = domains.flatMap((domain) => addIdentity(scope, domain));
  for (const [index, value] of records.entries()) new CfnOutput(scope, `MailRecord${index + 1}`, { value });
}

/** Returns the domain's records, each as NAME TYPE VALUE. */
function addIdentity(scope: Construct, domain: string): string[] {
  // Bounces go to SES by this domain, so that SPF, which looks at it alone, passes for the sender's domain too.
  const bounces = `bounce.${domain}`;
  const identity = new EmailIdentity(scope, `SenderIdentity ${domain}`, {
    identity: Identity.domain(domain),
    mailFromDomain: bounces,
  });
  const resource = identity.node.defaultChild;
  if (resource instanceof CfnEmailIdentity) resource.overrideLogicalId(identityIdOf(domain));
  return [
    ...identity.dkimRecords.map(({ name, value }) => `${name} CNAME ${value}`),
    `${bounces} MX 10 feedback-smtp.${Stack.of(scope).region}.amazonses.com`,
    `${bounces} TXT "v=spf1 include:amazonses.com ~all"`,
  ];
}

/** `SenderIdentityAsiagraphicsOrg` for asiagraphics.org: the runbook's import names it. */
const identityIdOf = (domain: string): string =>
  `SenderIdentity${domain
    .split(/[.-]/)
    .map((part) => part.replace(/^./, (first) => first.toUpperCase()))
    .join('')}`;
