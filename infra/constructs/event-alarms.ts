import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { LOG_EVENTS, type LogEvent, type LogLevel } from '#shared/log-events';
import type { Stage } from '../stages.ts';
import { type AlarmProps, createAlarm, sumOf } from './alarms.ts';

interface EventAlarm extends Pick<AlarmProps, 'members' | 'runbook'> {
  events: readonly LogEvent[];
  /** Goes off at so many lines in so many minutes; otherwise at the first line. */
  at?: { lines: number; minutes: number };
}

/** Each over all functions. The construct of the function has an alarm that counts something else as well. */
const eventAlarms: Readonly<Record<string, EventAlarm>> = {
  JobFails: {
    events: ['run-failed', 'delivery-failed', 'delivery-event-failed', 'reminder-failed'],
    // All of them are tried again.
    at: { lines: 5, minutes: 60 },
    members: 'A job keeps failing: emails, receipts, payments or reminders come late.',
    runbook: 'A job fails',
  },
  CodesWait: {
    events: ['transactional-mail', 'transactional-mail-given-up'],
    members: 'SES takes no emails from us, or not one of them for seven days: codes and notices wait.',
    runbook: 'Codes and notices wait',
  },
  CampaignWaits: {
    events: ['campaign-paused', 'campaign-ended', 'campaign-counts-mismatch', 'campaign-start-delayed'],
    members:
      'An email to members was paused, it isn’t known whether some recipients got it, or it couldn’t be scheduled and leaves up to a minute late: a person must look.',
    runbook: 'An email to members needs a decision',
  },
  PaymentFails: {
    events: ['payment-failed', 'checkout-invalid', 'receipt-failed'],
    members: 'A member has paid and waits for the membership or the receipt.',
    runbook: 'A payment is missing in the membership',
  },
  StripeUnreachable: {
    events: ['payment-provider-unreachable'],
    at: { lines: 3, minutes: 60 },
    members: 'Payments whose notice didn’t arrive stay unnoticed: those members have no membership yet.',
    runbook: 'Stripe is unreachable',
  },
  PastCdn: {
    events: ['request-past-cdn'],
    at: { lines: 10, minutes: 5 },
    members:
      'Calls reach the API without the CDN’s secret: somebody passes by the firewall, or the CDN has another secret and nobody can log in.',
    runbook: 'Calls pass by the CDN',
  },
  WrongCodes: {
    events: ['many-wrong-codes'],
    members: 'Somebody may be guessing the codes of password resets: more than 200 wrong ones in an hour.',
    runbook: 'Many wrong codes',
  },
  AdministratorFromNewNetwork: {
    events: ['administrator-from-new-network'],
    members: 'An administrator, who can see all members’ data, logged in from a network for the first time.',
    runbook: 'An administrator logged in from a new network',
  },
  DataNotDeleted: {
    events: ['records-not-deleted', 'draft-not-deleted'],
    members:
      'A member deleted their account, and some of its records or the draft of an email are still stored.',
    runbook: 'Data of a deleted account is left',
  },
};

/** An alarm goes off for the event's errors, or for its warnings where it has no errors. */
const levelOf = (event: LogEvent): LogLevel => {
  const levels: readonly LogLevel[] = LOG_EVENTS[event];
  return levels.includes('error') ? 'error' : 'warn';
};

const metricOf = (stage: Stage) => ({
  metricNamespace: `asiagraphics/${stage.name}`,
  metricName: 'LoggedEvents',
});

/** How often an event was logged, by whichever function. */
export function eventMetric(stage: Stage, event: LogEvent, period: Duration): Metric {
  const { metricNamespace: namespace, metricName } = metricOf(stage);
  const dimensionsMap = { event, level: levelOf(event) };
  return new Metric({ namespace, metricName, dimensionsMap, statistic: Stats.SUM, period });
}

/** Counts a function's log lines by event, for the alarms. */
export function countEvents(log: ILogGroup, stage: Stage): void {
  const isLevel = (level: LogLevel) => FilterPattern.stringValue('$.level', '=', level);
  const isEvent = (event: string) => FilterPattern.stringValue('$.event', '=', event);
  const warnings = Object.values(eventAlarms)
    .flatMap(({ events }) => events)
    .filter((event) => levelOf(event) === 'warn');
  new MetricFilter(log, 'Events', {
    logGroup: log,
    filterPattern: FilterPattern.any(
      isLevel('error'),
      ...warnings.map((event) => FilterPattern.all(isLevel('warn'), isEvent(event))),
    ),
    ...metricOf(stage),
    dimensions: { event: '$.event', level: '$.level' },
  });
}

/** The alarms of logged events alone. */
export class EventAlarms extends Construct {
  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    for (const [name, { events, at = { lines: 1, minutes: 5 }, ...text }] of Object.entries(eventAlarms)) {
      const period = Duration.minutes(at.minutes);
      createAlarm(this, name, {
        metric: sumOf(
          events.map((event) => eventMetric(stage, event, period)),
          period,
        ),
        threshold: at.lines,
        ...text,
      });
    }
  }
}
