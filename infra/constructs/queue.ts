import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { envNames } from '#shared/deployment';
import { type FunctionName, lambdaSeconds } from '../../functions/platform/time-limits.ts';
import { campaignQueue } from '../queues.ts';
import type { Stage } from '../stages.ts';
import { addOutputs } from './outputs.ts';
import type { ProductFunction } from './product-function.ts';

/** Encrypted, over TLS alone, for a fortnight. */
const common: QueueProps = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  retentionPeriod: Duration.days(14),
};

/** The documentation of Lambda recommends six times the function's own timeout. */
const visibilityTimeoutOf = (job: FunctionName): Duration => Duration.seconds(6 * lambdaSeconds[job]);

/** A job's queue, in which nothing is lost: what was received too often goes to its dead-letter queue. */
export function createQueue(
  scope: Construct,
  name: string,
  job: FunctionName,
  maxReceiveCount = 5,
): { queue: Queue; deadLetters: Queue } {
  const deadLetters = createDeadLetterQueue(scope, name, job);
  const queue = new Queue(scope, 'Queue', {
    ...common,
    visibilityTimeout: visibilityTimeoutOf(job),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount },
  });
  addOutputs(scope, name, { Queue: queue.queueUrl });
  return { queue, deadLetters };
}

/** What failed for good. */
export function createDeadLetterQueue(scope: Construct, name: string, job: FunctionName): Queue {
  const queue = new Queue(scope, 'DeadLetters', { ...common, visibilityTimeout: visibilityTimeoutOf(job) });
  addOutputs(scope, name, { DeadLetters: queue.queueUrl });
  return queue;
}

interface WorkQueueProps {
  name: string;
  /** The environment variable that has its URL. */
  variable: string;
  job: FunctionName;
  batchSize: number;
}

/** A queue that the API fills for one function. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  private readonly props: WorkQueueProps;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    this.props = props;
    // A queue's sweep, every minute, has begun what a message asks for long before its fifth try.
    const { queue, deadLetters } = createQueue(this, props.name, props.job);
    this.queue = queue;
    this.deadLetters = deadLetters;
  }

  protected get sending(): PolicyStatement {
    return new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.queue.queueArn] });
  }

  allowSend({ lambda, role }: ProductFunction): void {
    role.addToPolicy(this.sending);
    lambda.addEnvironment(this.props.variable, this.queue.queueUrl);
  }

  /** Has its messages start a job, which sends one itself when its time is up. */
  start(job: ProductFunction): void {
    const { batchSize } = this.props;
    this.allowSend(job);
    // The fewest calls at one time that an event source has: the second finds the first at work, and ends.
    job.lambda.addEventSource(new SqsEventSource(this.queue, { batchSize, maxConcurrency: 2 }));
  }
}

/** The queue by which the sender of campaigns begins, and the group of one-time schedules that put a message into it. */
export class CampaignQueue extends WorkQueue {
  private readonly scheduleGroup: string;
  /** EventBridge Scheduler sends to the queue with it. */
  private readonly schedulerRole: Role;

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id, {
      name: 'campaigns',
      variable: envNames.campaignQueueUrl,
      job: 'send-campaigns',
      ...campaignQueue,
    });
    this.scheduleGroup = `asiagraphics-${stage.name}-campaigns`;
    new CfnScheduleGroup(this, 'Schedules', { name: this.scheduleGroup });
    const stack = Stack.of(this);
    // Not for schedules of other accounts, nor of other groups.
    const conditions = {
      StringEquals: {
        'aws:SourceAccount': stack.account,
        'aws:SourceArn': stack.formatArn({
          service: 'scheduler',
          resource: 'schedule-group',
          resourceName: this.scheduleGroup,
        }),
      },
    };
    this.schedulerRole = new Role(this, 'Scheduler', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', { conditions }),
    });
    this.schedulerRole.addToPolicy(this.sending);
  }

  /** To make and delete the schedules. */
  allowSchedule({ lambda, role }: ProductFunction): void {
    lambda.addEnvironment(envNames.campaignQueueArn, this.queue.queueArn);
    lambda.addEnvironment(envNames.scheduleGroup, this.scheduleGroup);
    lambda.addEnvironment(envNames.scheduleRoleArn, this.schedulerRole.roleArn);
    const schedules = Stack.of(role).formatArn({
      service: 'scheduler',
      resource: 'schedule',
      resourceName: `${this.scheduleGroup}/*`,
    });
    role.addToPolicy(
      new PolicyStatement({
        actions: ['scheduler:CreateSchedule', 'scheduler:DeleteSchedule'],
        resources: [schedules],
      }),
    );
    role.addToPolicy(
      new PolicyStatement({
        actions: ['iam:PassRole'],
        resources: [this.schedulerRole.roleArn],
        conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
      }),
    );
  }
}
