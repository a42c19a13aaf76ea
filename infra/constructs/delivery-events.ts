import { Duration } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { ConfigurationSet, EmailSendingEvent, EventDestination } from 'aws-cdk-lib/aws-ses';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { lambdaSeconds } from '../../functions/platform/time-limits.ts';
import { type Product, ProductFunction } from './product-function.ts';
import { createQueue } from './queue.ts';

/** The events that SES publishes for each email: configuration set, event rule, queue, and the function that handles them. */
export class DeliveryEvents extends Construct {
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
    const { queue, deadLetters } = createQueue(this, name, {
      // The documentation of Lambda recommends six times the function's own timeout for its queue.
      visibilityTimeout: Duration.seconds(6 * lambdaSeconds[name]),
      maxReceiveCount: 8,
    });
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
