import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { LOG_EVENTS, LogEvent, LogLevel } from '#shared/log-events';
import type { Stage } from '../stages.ts';
import { type AlarmText, createAlarm } from './alarms.ts';

type EventOf<Level extends LogLevel> = {
  [Name in LogEvent]: Level extends (typeof LOG_EVENTS)[Name][number] ? Name : never;
}[LogEvent];

interface EventAlarm extends AlarmText {
  /** Goes off at so many lines in so many minutes; otherwise at the first line in five minutes. */
  at?: { lines: number; minutes: number };
}

/** What is tried again by itself is worth a person's time only if it goes on. */
const often = { lines: 5, minutes: 60 };

/** Every event of level error has an alarm: without one, a new event doesn't compile. */
const errors: Record<EventOf<'error'>, EventAlarm> = {
  request: {
    members: 'Calls of the website have been failing for an hour: members see "Server error".',
    at: { lines: 20, minutes: 60 },
    runbook: 'Calls fail',
  },
  'unexpected-error': {
    members: 'A member’s call failed with "Server error". What they wanted to do may not be done.',
    runbook: 'Calls fail',
  },
  'run-failed': {
    members: 'A job keeps failing: emails, receipts or payments come late.',
    at: often,
    runbook: 'A job fails',
  },
  'limit-unavailable': {
    members: 'Nothing is lost. A limit of requests isn’t enforced, because it can’t be counted.',
    runbook: 'A limit is not counted',
  },
  'many-wrong-codes': {
    members: 'Somebody may be guessing the codes of password resets: more than 200 wrong ones in an hour.',
    runbook: 'Many wrong codes',
  },
  'audit-log-changed': {
    members: 'Somebody replaced or deleted an entry of the audit log: treat it as a break-in.',
    runbook: 'The audit log was changed',
  },
  'records-not-deleted': {
    members: 'A member deleted their account, and some of its records are still stored.',
    runbook: 'Data of a deleted account is left',
  },
  'draft-not-deleted': {
    members: 'An administrator deleted their account, and the draft of an email is still stored.',
    runbook: 'Data of a deleted account is left',
  },
  'transactional-mail': {
    members: 'SES takes no emails from us. Codes and notices wait for up to seven days.',
    runbook: 'Codes and notices wait',
  },
  'transactional-mail-given-up': {
    members: 'A member doesn’t get a code or notice: it couldn’t be sent for seven days.',
    runbook: 'A code or notice was given up',
  },
  'campaign-paused': {
    members: 'An email to members was paused: those who haven’t got it yet wait.',
    runbook: 'An email to members was paused',
  },
  'delivery-event-failed': {
    members: 'The Outbox doesn’t show what became of emails, and bouncing addresses aren’t blocked.',
    at: often,
    runbook: 'Delivery events fail',
  },
  'delivery-failed': {
    members: 'Some recipients of an email to members wait for it.',
    at: often,
    runbook: 'An email to members is incomplete',
  },
  'campaign-counts-mismatch': {
    members: 'An email to members stays "Sending". Nobody gets it twice.',
    runbook: 'Counts of an email differ',
  },
  'reminder-failed': {
    members: 'A member wasn’t reminded to renew. The next run, a day later, tries again.',
    runbook: 'A job fails',
  },
  'payment-failed': {
    members: 'A member has paid and has no membership for it yet.',
    runbook: 'A payment is missing in the membership',
  },
  'checkout-invalid': {
    members: 'A member may have paid and has no membership for it: Stripe’s answer can’t be read.',
    runbook: 'A payment is missing in the membership',
  },
  'payment-provider-unreachable': {
    members: 'Payments whose notice didn’t arrive stay unnoticed: those members have no membership yet.',
    at: { lines: 3, minutes: 60 },
    runbook: 'Stripe is unreachable',
  },
  'receipt-failed': {
    members: 'A member who has paid waits for the receipt.',
    runbook: 'A receipt fails',
  },
};

/** Warnings that a person must act on as well. */
const warnings: Partial<Record<EventOf<'warn'>, EventAlarm>> = {
  'request-past-cdn': {
    members:
      'Calls reach the API without the CDN’s secret: somebody passes by the firewall, or the CDN has another secret and nobody can log in.',
    at: { lines: 10, minutes: 5 },
    runbook: 'Calls pass by the CDN',
  },
  'campaign-ended': {
    members: 'It isn’t known whether some recipients got an email to members.',
    runbook: 'Recipients are unconfirmed',
  },
  'administrator-from-new-network': {
    members: 'An administrator, who can see all members’ data, logged in from a network for the first time.',
    runbook: 'An administrator logged in from a new network',
  },
};

/** Every event with an alarm, at the level that it goes off for. */
const eventAlarms = [
  ...Object.entries(errors).map(([event, alarm]) => ({ event, level: 'error', ...alarm })),
  ...Object.entries(warnings).map(([event, alarm]) => ({ event, level: 'warn', ...alarm })),
];

const metricOf = (stage: Stage) => ({
  metricNamespace: `asiagraphics/${stage.name}`,
  metricName: 'LoggedEvents',
});

/** Counts a function's log lines by event, for the alarms below. */
export function countEvents(log: ILogGroup, stage: Stage): void {
  const isLevel = (level: LogLevel) => FilterPattern.stringValue('$.level', '=', level);
  const isEvent = (event: string) => FilterPattern.stringValue('$.event', '=', event);
  new MetricFilter(log, 'Events', {
    logGroup: log,
    filterPattern: FilterPattern.any(
      isLevel('error'),
      ...Object.keys(warnings).map((event) => FilterPattern.all(isLevel('warn'), isEvent(event))),
    ),
    ...metricOf(stage),
    dimensions: { event: '$.event', level: '$.level' },
  });
}

/** An alarm for each event, whichever function logged it. */
export class EventAlarms extends Construct {
  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const { metricNamespace: namespace, metricName } = metricOf(stage);
    for (const { event, level, at = { lines: 1, minutes: 5 }, ...text } of eventAlarms)
      createAlarm(this, event, {
        metric: new Metric({
          namespace,
          metricName,
          dimensionsMap: { event, level },
          statistic: Stats.SUM,
          period: Duration.minutes(at.minutes),
        }),
        threshold: at.lines,
        ...text,
      });
  }
}
