import { Duration } from 'aws-cdk-lib';
import { Alarm, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { LogEvent, LogLevel } from '#shared/log-events';

/** Rates over all emails of the account, as SES counts them: above 5 and 0.1 per cent it may stop our sending. */
const REPUTATION = {
  Bounces: {
    metricName: 'Reputation.BounceRate',
    threshold: 0.03,
    description: 'Email bounce rate is 3% or more. AWS may stop our sending at 5%. See the runbook, "Email".',
  },
  Complaints: {
    metricName: 'Reputation.ComplaintRate',
    threshold: 0.0005,
    description:
      'Email spam complaint rate is 0.05% or more. AWS may stop our sending at 0.1%. See the runbook, "Email".',
  },
} as const;

/**
 * Alarms about emails to members, which go off before SES acts and before members ask. The runbook, "Email", says what to
 * do at each.
 */
export class CampaignAlarms extends Construct {
  constructor(scope: Construct, id: string, logs: { campaignSender: LogGroup; deliveryEvents: LogGroup }) {
    super(scope, id);
    for (const [name, { metricName, threshold, description }] of Object.entries(REPUTATION)) {
      new Alarm(this, name, {
        metric: new Metric({
          namespace: 'AWS/SES',
          metricName,
          statistic: Stats.MAXIMUM,
          period: Duration.hours(1),
        }),
        threshold,
        evaluationPeriods: 1,
        treatMissingData: TreatMissingData.NOT_BREACHING,
        alarmDescription: description,
      });
    }
    new LogAlarms(this, 'Worker', logs.campaignSender, {
      UnconfirmedDeliveries: {
        events: ['campaign-ended'],
        level: 'warning',
        description:
          'An email to members finished with unconfirmed recipients. Check them in the Outbox. See the runbook, "Email".',
      },
      CountsMismatch: {
        events: ['campaign-counts-mismatch'],
        description: 'The recipient counts of an email to members don’t match. See the runbook, "Email".',
      },
      SenderRejected: {
        events: ['campaign-paused'],
        description:
          'An email to members was paused automatically: SES accepts no more of our emails. See the runbook, "Email".',
      },
    });
    new LogAlarms(this, 'Feedback', logs.deliveryEvents, {
      Paused: {
        events: ['campaign-paused'],
        description:
          'An email to members was paused automatically (too many bounces or spam reports). Review it in the Outbox. See the runbook, "Email".',
      },
    });
  }
}

interface LogAlarm {
  events: readonly LogEvent[];
  /** Counts only lines of this level, for an event with several. */
  level?: LogLevel;
  description: string;
}

/** One alarm for each entry, which goes off when one of its events is logged. */
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

/** Events of level error without an alarm on the log, and why none is needed. */
export const eventsWithoutAlarm: Readonly<Partial<Record<LogEvent, string>>> = {
  request:
    'A "unexpected-error" line says the same; the other cause is a payment service that cannot be reached.',
  'delivery-failed': 'Its message comes again, and the alarm of the queue’s dead letters follows.',
  'delivery-event-failed': 'The event is delivered again, and the alarm of its dead-letter queue follows.',
  'run-failed': 'The start fails with it, and the alarm of its dead-letter queue follows.',
  'webhooks-failed': 'Logged on one machine alone, where the Stripe emulator sends them.',
  'reminder-failed': 'The job fails with it, and the alarm of its dead-letter queue follows.',
  'payment-provider-unreachable': 'The next run, 15 minutes later, looks back 31 days.',
};
