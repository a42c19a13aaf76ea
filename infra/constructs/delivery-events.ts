import { Duration } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { ConfigurationSet, EmailSendingEvent, EventDestination } from 'aws-cdk-lib/aws-ses';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { lambdaSeconds } from '../../functions/platform/time-limits.ts';
import { acknowledge } from './nag.ts';
import {
  alarmOnDeadLetters,
  BackgroundFunction,
  type BackgroundFunctionProps,
  createDeadLetterQueue,
} from './scheduled-function.ts';

/** What SES tells of each mail: configuration set, event rule, queue, and the feedback handler behind it. */
export class DeliveryEvents extends Construct {
  readonly configurationSet: ConfigurationSet;
  readonly log: LogGroup;

  constructor(scope: Construct, id: string, props: Omit<BackgroundFunctionProps, 'timeout'>) {
    super(scope, id);
    // The product holds addresses itself, where an administrator can see and lift it.
    this.configurationSet = new ConfigurationSet(this, 'Set', { disableSuppressionList: true });
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

    const timeout = Duration.seconds(lambdaSeconds['handle-delivery-events']);
    // As the documentation of Lambda asks of a queue: six times the function's own.
    const visibilityTimeout = Duration.seconds(6 * timeout.toSeconds());
    const failures = createDeadLetterQueue(this, 'Failures', visibilityTimeout);
    alarmOnDeadLetters(failures, 'handle-delivery-events: what SES told was not understood.');
    const queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      visibilityTimeout,
      deadLetterQueue: { queue: failures, maxReceiveCount: 8 },
    });
    new Rule(this, 'Rule', {
      description: 'What SES tells of our mails',
      eventPattern: {
        source: ['aws.ses'],
        detail: { mail: { tags: { 'ses:configuration-set': [this.configurationSet.configurationSetName] } } },
      },
      targets: [new SqsQueue(queue, { deadLetterQueue: failures })],
    });
    const { lambda, log } = new BackgroundFunction(this, 'Function', { ...props, timeout });
    this.log = log;
    lambda.addEventSource(
      new SqsEventSource(queue, {
        batchSize: 100,
        maxBatchingWindow: Duration.seconds(2),
        maxConcurrency: 4,
        reportBatchItemFailures: true,
      }),
    );
    acknowledge(
      lambda,
      'Its queue hands what fails to a queue of its own.',
      'Serverless-LambdaEventSourceMappingDestination',
    );
  }
}
