import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from './nag.ts';
import { addOutputs } from './outputs.ts';

/** Encrypted, over TLS alone, for a fortnight. */
const common: QueueProps = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  retentionPeriod: Duration.days(14),
};

/** A queue in which nothing is lost: what was received too often goes to its dead-letter queue. */
export function createQueue(
  scope: Construct,
  name: string,
  { visibilityTimeout, maxReceiveCount }: { visibilityTimeout: Duration; maxReceiveCount: number },
): { queue: Queue; deadLetters: Queue } {
  const deadLetters = createDeadLetterQueue(scope, name, visibilityTimeout);
  const queue = new Queue(scope, 'Queue', {
    ...common,
    visibilityTimeout,
    deadLetterQueue: { queue: deadLetters, maxReceiveCount },
  });
  addOutputs(scope, name, { Queue: queue.queueUrl });
  return { queue, deadLetters };
}

/** What failed for good. */
export function createDeadLetterQueue(scope: Construct, name: string, visibilityTimeout: Duration): Queue {
  const queue = new Queue(scope, 'DeadLetters', { ...common, visibilityTimeout });
  acknowledge(queue, 'It is the dead-letter queue itself.', 'AwsSolutions-SQS3');
  addOutputs(scope, name, { DeadLetters: queue.queueUrl });
  return queue;
}
