import { Duration } from 'aws-cdk-lib';
import { Alarm, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { accept } from './nag.ts';

/** What failed for good, for a fortnight. */
export function deadLetters(scope: Construct, id: string, visibilityTimeout: Duration): Queue {
  const queue = new Queue(scope, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
    visibilityTimeout,
  });
  accept(
    queue,
    'It is the queue of the dead letters itself.',
    'AwsSolutions-SQS3',
    'Serverless-SQSRedrivePolicy',
  );
  return queue;
}

/** Says that something waits there for a person. */
export const alarmOn = (queue: Queue, what: string): Alarm =>
  new Alarm(queue, 'Failed', {
    metric: queue.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(5) }),
    threshold: 1,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: `${what} Its message is in the queue of failures; see the runbook.`,
  });
