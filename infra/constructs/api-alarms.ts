import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { createAlarm } from './alarms.ts';

interface ApiAlarmsProps {
  http: HttpApi;
  lambda: Lambda;
  /** The gateway's. */
  accessLog: LogGroup;
}

/** Alarms about what the function's own log can't say: calls that don't reach it, or that it doesn't answer in time. */
export class ApiAlarms extends Construct {
  constructor(scope: Construct, id: string, { http, lambda, accessLog }: ApiAlarmsProps) {
    super(scope, id);
    const fiveMinutes = { period: Duration.minutes(5) };
    createAlarm(this, 'ServerErrors', {
      metric: http.metricServerError({ ...fiveMinutes, statistic: Stats.SUM }),
      threshold: 5,
      members: 'Five or more calls of members failed within five minutes.',
      runbook: 'Calls fail',
    });
    createAlarm(this, 'Crashes', {
      metric: lambda.metricErrors(fiveMinutes),
      threshold: 1,
      members: 'A member’s call got no answer: the API’s function crashed or ran out of time.',
      runbook: 'Calls fail',
    });
    createAlarm(this, 'Slow', {
      metric: http.metricLatency({ ...fiveMinutes, statistic: Stats.percentile(95) }),
      threshold: 3000,
      periods: 3,
      members: 'For a quarter of an hour, one call in twenty has taken more than three seconds.',
      runbook: 'Calls are slow',
    });
    createAlarm(this, 'FunctionThrottled', {
      metric: lambda.metricThrottles(fiveMinutes),
      threshold: 1,
      members: 'Calls of members are rejected: too many run at a time.',
      runbook: 'Calls are throttled',
    });
    const throttled = new MetricFilter(this, 'GatewayThrottledLines', {
      logGroup: accessLog,
      // The application's own limits answer 429 as well, without an error of the gateway.
      filterPattern: FilterPattern.all(
        FilterPattern.stringValue('$.status', '=', '429'),
        FilterPattern.stringValue('$.error', '!=', '-'),
      ),
      metricNamespace: this.node.path,
      metricName: 'GatewayThrottled',
    });
    createAlarm(this, 'GatewayThrottled', {
      metric: throttled.metric({ ...fiveMinutes, statistic: Stats.SUM }),
      threshold: 10,
      members: 'Calls of members are rejected: somebody sends more than the gateway lets through.',
      runbook: 'Calls are throttled',
    });
  }
}
