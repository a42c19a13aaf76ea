import { Aspects, CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import {
  Alarm,
  type IMetric,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { LOG_EVENTS, type LogEvent, type LogLevel } from '#shared/log-events';
import { repositoryUrl } from '../owner.ts';
import type { Stage } from '../stages.ts';

interface AlarmProps {
  metric: IMetric;
  /** Goes off at this value. */
  threshold: number;
  /** What it costs members: the text of its email. */
  members: string;
  /** The heading of its entry in the runbook. */
  runbook: string;
  /** How many periods of the metric in a row. */
  periods?: number;
}

/** The address of a runbook's entry. Without the repository's address, its path in the repository. */
const runbookLink = (heading: string): string =>
  `${repositoryUrl === undefined ? '' : `${repositoryUrl}/blob/main/`}infra/README.md#${heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .replaceAll(' ', '-')}`;

export const createAlarm = (
  scope: Construct,
  id: string,
  { metric, threshold, periods = 1, members, runbook }: AlarmProps,
): Alarm =>
  new Alarm(scope, id, {
    metric,
    threshold,
    evaluationPeriods: periods,
    // Where nothing was logged or called, nothing is wrong.
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: `${members} Runbook: ${runbookLink(runbook)}`,
  });

/** The sum of several metrics of one period, for one alarm over all of them. CloudWatch allows ten in an alarm. */
export function sumOf(metrics: readonly IMetric[], period: Duration): IMetric {
  const [only, ...others] = metrics;
  if (only !== undefined && others.length === 0) return only;
  // A metric without a value would leave the whole sum without one.
  const expression = metrics.map((_, place) => `FILL(m${place}, 0)`).join(' + ');
  const usingMetrics = Object.fromEntries(metrics.map((metric, place) => [`m${place}`, metric]));
  return new MathExpression({ expression, usingMetrics, period });
}

/** The topic of a region's alarms: CloudWatch sends to topics of the same region only. */
export function createAlarmTopic(scope: Construct, stage: Stage): Topic {
  // CloudWatch may not use the key that SNS has of its own.
  const key = new Key(scope, 'Key', {
    description: `Alarms of asiagraphics-${stage.name}`,
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const topic = new Topic(scope, 'Topic', {
    displayName: `asiagraphics ${stage.name}`,
    masterKey: key,
    enforceSSL: true,
  });
  const senders = {
    principals: [
      new ServicePrincipal('cloudwatch.amazonaws.com'),
      new ServicePrincipal('budgets.amazonaws.com'),
    ],
    conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
  };
  key.addToResourcePolicy(
    new PolicyStatement({ ...senders, actions: ['kms:Decrypt', 'kms:GenerateDataKey*'], resources: ['*'] }),
  );
  topic.addToResourcePolicy(
    new PolicyStatement({ ...senders, actions: ['sns:Publish'], resources: [topic.topicArn] }),
  );
  new CfnOutput(Stack.of(scope), 'AlarmTopic', { value: topic.topicArn });
  if (stage.alarmEmail !== undefined) topic.addSubscription(new EmailSubscription(stage.alarmEmail));
  return topic;
}

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

/** Where a stage's alarms go, and those that belong to no single function: of logged events, of SES and of the costs. */
export class StageAlarms extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.topic = createAlarmTopic(this, stage);
    this.watchEvents(stage);
    this.watchReputation();
    this.watchCosts(stage);
  }

  private watchEvents(stage: Stage): void {
    for (const [name, { events, at = { lines: 1, minutes: 5 }, ...text }] of Object.entries(eventAlarms)) {
      const period = Duration.minutes(at.minutes);
      const metrics = events.map((event) => eventMetric(stage, event, period));
      createAlarm(this, name, { metric: sumOf(metrics, period), threshold: at.lines, ...text });
    }
  }

  /** Rates over all emails of the account, as SES counts them. The alarm goes off before SES acts. */
  private watchReputation(): void {
    const period = Duration.hours(1);
    const rate = (metricName: string) =>
      new Metric({ namespace: 'AWS/SES', metricName, statistic: Stats.MAXIMUM, period });
    createAlarm(this, 'Reputation', {
      metric: new MathExpression({
        // Both as multiples of what is too much: 3% and 0.05%.
        expression: 'MAX([FILL(bounces, 0) / 0.03, FILL(complaints, 0) / 0.0005])',
        usingMetrics: {
          bounces: rate('Reputation.BounceRate'),
          complaints: rate('Reputation.ComplaintRate'),
        },
        period,
      }),
      threshold: 1,
      members:
        '3% of our emails bounce, or 0.05% are reported as spam. At 5% or 0.1% AWS may stop all of them, codes to log in included.',
      runbook: 'Emails bounce or are reported as spam',
    });
  }

  /** The runbook's entry is "Costs exceed the budget": a budget has no description. */
  private watchCosts({ monthlyBudgetUsd }: Stage): void {
    const notification = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold },
      subscribers: [{ subscriptionType: 'SNS', address: this.topic.topicArn }],
    });
    const budget = new CfnBudget(this, 'Budget', {
      // Without a name of its own, because other thresholds replace it.
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyBudgetUsd, unit: 'USD' },
      },
      notificationsWithSubscribers: [notification('ACTUAL', 80), notification('FORECASTED', 100)],
    });
    // AWS Budgets rejects a topic that it may not publish to yet.
    budget.node.addDependency(this.topic);
  }
}

/** Sends every alarm below this construct to the topic of its region, when it goes off and when it is over. */
export function sendAlarms(scope: Construct, topics: readonly Topic[]): void {
  Aspects.of(scope).add({
    visit(node) {
      if (!(node instanceof Alarm)) return;
      const topic = topics.find((each) => Stack.of(each).region === Stack.of(node).region);
      if (topic === undefined) throw new Error(`The alarm ${node.node.path} has no topic in its region.`);
      const action = new SnsAction(topic);
      node.addAlarmAction(action);
      node.addOkAction(action);
    },
  });
}
