import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '../stages.ts';
import { createAlarm, sumOf } from './alarms.ts';
import { eventMetric } from './stage-alarms.ts';

/** DynamoDB's calls as its metrics name them, those on indexes included; ten metrics fit into an alarm. */
const TABLE_CALLS = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'TransactWriteItems',
];

interface Watched {
  http: HttpApi;
  lambda: Lambda;
  table: ITableV2;
  /** The gateway's. */
  accessLog: LogGroup;
}

/** Calls that fail, are not answered or are rejected before they reach the function. */
export function addApiAlarms(
  scope: Construct,
  stage: Stage,
  { http, lambda, table, accessLog }: Watched,
): void {
  const period = Duration.minutes(5);
  createAlarm(scope, 'ServerErrors', {
    metric: http.metricServerError({ period, statistic: Stats.SUM }),
    threshold: 5,
    members: 'Five or more calls of members failed within five minutes.',
    runbook: 'Calls fail',
  });
  createAlarm(scope, 'Crashes', {
    metric: sumOf(
      [
        lambda.metricErrors({ period }),
        eventMetric(stage, 'unexpected-error', period),
        eventMetric(stage, 'limit-unavailable', period),
      ],
      period,
    ),
    threshold: 1,
    members:
      'A member’s call failed with "Server error", got no answer, or wasn’t counted for its limit. What the member wanted to do may not be done.',
    runbook: 'Calls fail',
  });
  const throttled = new MetricFilter(scope, 'GatewayThrottledLines', {
    logGroup: accessLog,
    // The application's own limits answer 429 as well, without an error of the gateway.
    filterPattern: FilterPattern.all(
      FilterPattern.stringValue('$.status', '=', '429'),
      FilterPattern.stringValue('$.error', '!=', '-'),
    ),
    metricNamespace: scope.node.path,
    metricName: 'GatewayThrottled',
  });
  createAlarm(scope, 'Throttled', {
    metric: sumOf(
      [
        throttled.metric({ period, statistic: Stats.SUM }),
        lambda.metricThrottles({ period }),
        ...TABLE_CALLS.map((operation) =>
          table.metric('ThrottledRequests', {
            dimensionsMap: { TableName: table.tableName, Operation: operation },
            period,
            statistic: Stats.SUM,
          }),
        ),
      ],
      period,
    ),
    threshold: 10,
    members:
      'Calls of members are rejected, or jobs are late: more comes than the gateway, Lambda or the table lets through.',
    runbook: 'Calls are throttled',
  });
}
