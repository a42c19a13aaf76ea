import { Duration } from 'aws-cdk-lib';
import { type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
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

interface WorkQueueProps {
  name: string;
  visibilitySeconds: number;
  maxReceiveCount: number;
}

/** A queue that the API fills for one function. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { name, visibilitySeconds, maxReceiveCount }: WorkQueueProps) {
    super(scope, id);
    const visibilityTimeout = Duration.seconds(visibilitySeconds);
    const { queue, deadLetters } = createQueue(this, name, { visibilityTimeout, maxReceiveCount });
    this.queue = queue;
    this.deadLetters = deadLetters;
  }

  allowSend(role: IRole): void {
    role.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.queue.queueArn] }),
    );
  }
}

/** What failed for good. */
export function createDeadLetterQueue(scope: Construct, name: string, visibilityTimeout: Duration): Queue {
  const queue = new Queue(scope, 'DeadLetters', { ...common, visibilityTimeout });
  addOutputs(scope, name, { DeadLetters: queue.queueUrl });
  return queue;
}
