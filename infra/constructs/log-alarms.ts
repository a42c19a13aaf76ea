import { Duration } from 'aws-cdk-lib';
import { Alarm, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { LogEvent, LogLevel } from '#shared/log-events';

interface LogAlarm {
  events: readonly LogEvent[];
  /** Only lines of this level, where an event has several. */
  level?: LogLevel;
  description: string;
}

/** One alarm for each entry: it goes off when one of the events is logged. */
export class LogAlarms extends Construct {
  constructor(scope: Construct, id: string, logGroup: ILogGroup, alarms: Readonly<Record<string, LogAlarm>>) {
    super(scope, id);
    for (const [metricName, { events, level, description }] of Object.entries(alarms)) {
      const anyEvent = FilterPattern.any(
        ...events.map((event) => FilterPattern.stringValue('$.event', '=', event)),
      );
      const lines = new MetricFilter(this, `${metricName}Lines`, {
        logGroup,
        filterPattern:
          level === undefined
            ? anyEvent
            : FilterPattern.all(anyEvent, FilterPattern.stringValue('$.level', '=', level)),
        metricNamespace: this.node.path,
        metricName,
      });
      new Alarm(this, metricName, {
        metric: lines.metric({ statistic: Stats.SUM, period: Duration.minutes(5) }),
        threshold: 1,
        evaluationPeriods: 1,
        treatMissingData: TreatMissingData.NOT_BREACHING,
        alarmDescription: description,
      });
    }
  }
}

/** Events of level error for which no alarm watches the log, and why none is needed. */
export const eventsWithoutAlarm: Readonly<Partial<Record<LogEvent, string>>> = {
  request:
    'A "unexpected-error" line says the same; the other cause is a payment service that cannot be reached.',
  'delivery-event-failed': 'The event is delivered again, and the alarm of its dead-letter queue follows.',
  'run-failed': 'The start fails with it, and the alarm of its dead-letter queue follows.',
  'webhooks-failed': 'Logged on one machine alone, where the payment stand-in sends them.',
  'reminder-failed': 'The job fails with it, and the alarm of its dead-letter queue follows.',
  'payment-provider-unreachable': 'The next run, 15 minutes later, looks back 31 days.',
};
