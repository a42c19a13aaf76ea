import { Duration } from 'aws-cdk-lib';
import { Alarm, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from './nag.ts';

/** Encrypted, over TLS alone, for a fortnight. */
const common: QueueProps = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  retentionPeriod: Duration.days(14),
};

/** A queue in which nothing is lost: what was received too often goes to its dead-letter queue, and `what` says so to a person. */
export function createQueue(
  scope: Construct,
  {
    visibilityTimeout,
    maxReceiveCount,
    what,
  }: { visibilityTimeout: Duration; maxReceiveCount: number; what: string },
): { queue: Queue; deadLetters: Queue } {
  const deadLetters = new Queue(scope, 'DeadLetters', { ...common, visibilityTimeout });
  acknowledge(deadLetters, 'It is the dead-letter queue itself.', 'Serverless-SQSRedrivePolicy');
  alarmOnDeadLetters(deadLetters, what);
  const queue = new Queue(scope, 'Queue', {
    ...common,
    visibilityTimeout,
    deadLetterQueue: { queue: deadLetters, maxReceiveCount },
  });
  return { queue, deadLetters };
}

/** What failed for good, where no other queue names it as its own. */
export function createDeadLetterQueue(scope: Construct, id: string, visibilityTimeout: Duration): Queue {
  const queue = new Queue(scope, id, { ...common, visibilityTimeout });
  acknowledge(
    queue,
    'It is the dead-letter queue itself.',
    'AwsSolutions-SQS3',
    'Serverless-SQSRedrivePolicy',
  );
  return queue;
}

/** Says that something waits there for a person. */
export const alarmOnDeadLetters = (queue: Queue, what: string): Alarm =>
  new Alarm(queue, 'Failed', {
    metric: queue.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(5) }),
    threshold: 1,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: `${what} The failed message is in the dead-letter queue. See the runbook.`,
  });
