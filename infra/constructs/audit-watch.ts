import { Duration } from 'aws-cdk-lib';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import { auditPrefix } from '../../functions/platform/table/schema.ts';
import { createAlarm, sumOf } from './alarms.ts';
import { type Product, ProductFunction } from './product-function.ts';
import { createDeadLetterQueue } from './queue.ts';
import { eventMetric } from './stage-alarms.ts';

/**
 * Raises an alarm for each row of the audit log that is replaced or removed, by whomever: permissions cannot tell a put
 * that replaces a row from one that adds it. The function has its own role and log, which the API cannot reach.
 */
export class AuditWatch extends Construct {
  constructor(scope: Construct, id: string, product: Product) {
    super(scope, id);
    const { stage, data } = product;
    const name = 'watch-audit-log';
    const { lambda } = new ProductFunction(this, 'Function', product, { name, memorySize: 128 });
    const deadLetters = createDeadLetterQueue(this, name, Duration.minutes(1));
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
