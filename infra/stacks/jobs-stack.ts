import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import {
  CfnEmailIdentity,
  ConfigurationSet,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
} from 'aws-cdk-lib/aws-ses';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { envNames } from '#shared/deployment';
import { auditPrefix } from '../../functions/platform/table/schema.ts';
import { createAlarm, eventMetric, sumOf } from '../constructs/alarms.ts';
import { acknowledge } from '../constructs/nag.ts';
import { type Product, ProductFunction } from '../constructs/product-function.ts';
import { createDeadLetterQueue, createQueue } from '../constructs/queue.ts';
import { ScheduledFunction } from '../constructs/scheduled-function.ts';
import type { Stage } from '../stages.ts';
import type { DataStack } from './data-stack.ts';

export interface JobsProps extends StackProps, Product {
  data: DataStack;
  /** The site's own address, without a final slash. */
  siteUrl: string;
}

/** The functions that schedules, the table's stream, the queues of campaigns and imports, and SES's events start. Only the two mail senders may call SES. */
export class JobsStack extends Stack {
  private readonly props: JobsProps;

  constructor(scope: Construct, id: string, props: JobsProps) {
    super(scope, id, props);
    this.props = props;
    const { stage, data } = props;
    const deliveryEvents = new DeliveryEvents(this, 'DeliveryEvents', props);
    this.addMailSenders(deliveryEvents.configurationSet.configurationSetName);
    new ScheduledFunction(this, props, {
      name: 'remind-members',
      environment: stage.reminderStages && {
        [envNames.reminderStages]: JSON.stringify(stage.reminderStages),
      },
    });
    // Processing power comes with the memory, and the statistics read every member.
    new ScheduledFunction(this, props, { name: 'do-nightly-work', memorySize: 1024 });
    // Finds payments whose webhook did not arrive. Without Stripe's pages nobody can pay, and there is no key to ask with.
    new ScheduledFunction(this, props, {
      name: 'reconcile-payments',
      isScheduled: stage.paymentLinks.length > 0,
      environment: { [envNames.paymentLinks]: JSON.stringify(stage.paymentLinks) },
      secrets: { stripeKey: data.secrets.stripeKey },
    });
    new ScheduledFunction(this, props, { name: 'make-receipts' });
    // It hashes the passwords that members bring along: one whole processor, of which a password takes 30 ms.
    const imports = new ScheduledFunction(this, props, {
      name: 'continue-imports',
      memorySize: 1769,
      secrets: { passwordPepper: data.secrets.passwordPepper },
    });
    data.importQueue.start(imports.function);
    new AuditWatch(this, 'AuditWatch', props);
    this.watchDeadLetters([
      data.campaignQueue.deadLetters,
      data.importQueue.deadLetters,
      deliveryEvents.deadLetters,
    ]);
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

    const transactional = new ScheduledFunction(this, this.props, {
      name: 'send-transactional-mail',
      environment,
    });
    // Starts it at once. A lost or late start costs time and never work: the schedule finds the same. The table's stream allows
    // two readers (Lambda Developer Guide, "Simultaneous readers of a shard in DynamoDB Streams").
    transactional.function.lambda.addEventSource(
      new DynamoEventSource(data.table, {
        startingPosition: StartingPosition.LATEST,
        batchSize: 100,
        maxRecordAge: Duration.minutes(5),
        retryAttempts: 1,
        onFailure: new SqsDlq(transactional.deadLetters),
        filters: [
          FilterCriteria.filter({
            eventName: FilterRule.isEqual('INSERT'),
            dynamodb: {
              Keys: { sk: { S: FilterRule.isEqual('MAIL') } },
              NewImage: { kind: { S: FilterRule.isEqual('transactional') } },
            },
          }),
        ],
      }),
    );

    const campaigns = new ScheduledFunction(this, this.props, {
      name: 'send-campaigns',
      // Several emails with 4 MB of attachments are sent at a time.
      memorySize: 1024,
      environment,
      secrets: { mailKey: data.secrets.mailKey },
    });
    data.campaignQueue.start(campaigns.function);
    for (const { role } of [transactional.function, campaigns.function]) role.addToPolicy(sendMail);
    const { role } = campaigns.function;
    role.addToPolicy(new PolicyStatement({ actions: ['ses:GetSendQuota'], resources: ['*'] }));
    acknowledge(role, 'SES has no narrower resource for its quota.', 'AwsSolutions-IAM5[Resource::*]');
  }
}

/** The events that SES publishes for each email: configuration set, event rule, queue, and the function that handles them. */
class DeliveryEvents extends Construct {
  readonly configurationSet: ConfigurationSet;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, product: Product) {
    super(scope, id);
    // The product blocks addresses itself, where an administrator can see and unblock them.
    this.configurationSet = new ConfigurationSet(this, 'ConfigurationSet', { disableSuppressionList: true });
    this.configurationSet.addEventDestination('Events', {
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'Bus', 'default')),
      events: [
        EmailSendingEvent.SEND,
        EmailSendingEvent.DELIVERY,
        EmailSendingEvent.BOUNCE,
        EmailSendingEvent.COMPLAINT,
        EmailSendingEvent.REJECT,
      ],
    });

    const name = 'handle-delivery-events';
    const { queue, deadLetters } = createQueue(this, name, name, 8);
    this.deadLetters = deadLetters;
    new Rule(this, 'Rule', {
      description: 'SES delivery notifications',
      eventPattern: {
        source: ['aws.ses'],
        detail: { mail: { tags: { 'ses:configuration-set': [this.configurationSet.configurationSetName] } } },
      },
      targets: [new SqsQueue(queue, { deadLetterQueue: deadLetters })],
    });
    const { lambda } = new ProductFunction(this, 'Function', product, { name });
    lambda.addEventSource(
      new SqsEventSource(queue, {
        batchSize: 100,
        maxBatchingWindow: Duration.seconds(2),
        maxConcurrency: 4,
        reportBatchItemFailures: true,
      }),
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

/**
 * Raises an alarm for each row of the audit log that is replaced or removed, by whomever: permissions cannot tell a put
 * that replaces a row from one that adds it. The function has its own role and log, which the API cannot reach.
 */
class AuditWatch extends Construct {
  constructor(scope: Construct, id: string, product: Product) {
    super(scope, id);
    const { stage, data } = product;
    const name = 'watch-audit-log';
    const { lambda } = new ProductFunction(this, 'Function', product, { name, memorySize: 128 });
    const deadLetters = createDeadLetterQueue(this, name, name);
    const period = Duration.minutes(5);
    createAlarm(this, 'Changed', {
      metric: sumOf(
        [
          eventMetric(stage, 'audit-log-changed', period),
          // Changes that couldn't be reported.
          deadLetters.metricApproximateNumberOfMessagesVisible({ period }),
        ],
        period,
      ),
      threshold: 1,
      members: 'Somebody replaced or deleted an entry of the audit log: treat it as a break-in.',
      runbook: 'The audit log was changed',
    });
    lambda.addEventSource(
      new DynamoEventSource(data.table, {
        startingPosition: StartingPosition.LATEST,
        batchSize: 100,
        retryAttempts: 10,
        onFailure: new SqsDlq(deadLetters),
        filters: [
          FilterCriteria.filter({
            eventName: FilterRule.or('MODIFY', 'REMOVE'),
            dynamodb: { Keys: { pk: { S: FilterRule.beginsWith(auditPrefix) } } },
          }),
        ],
      }),
    );
  }
}
