import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import {
  Dashboard,
  GraphWidget,
  type IWidget,
  LogQueryVisualizationType,
  LogQueryWidget,
  Metric,
  Stats,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { CfnQueryDefinition, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { LogEvent } from '#shared/log-events';
import type { Stage } from '../stages.ts';

/** Lines of a query in Logs Insights, which read the functions' log lines. */
type Query = readonly string[];

const isEvent = (...events: LogEvent[]): string =>
  `filter event in [${events.map((event) => `"${event}"`).join(', ')}]`;

/** A question about members, answered by a chart over time and by a table that says why not. */
interface Question {
  question: string;
  chart: { title: string; query: Query };
  table: { title: string; query: Query };
}

const questions: readonly Question[] = [
  {
    question: 'Are people logging in?',
    chart: {
      title: 'Logins each hour',
      query: [
        isEvent('sign-in'),
        'filter outcome = "success"',
        'stats count(*) as logins, count_distinct(uid) as members by bin(1h)',
      ],
    },
    table: {
      title: 'Logins that were rejected',
      query: [
        isEvent('sign-in'),
        'filter outcome != "success"',
        'stats count(*) as attempts, count_distinct(account) as accounts, count_distinct(network) as networks by outcome',
        'sort attempts desc',
      ],
    },
  },
  {
    question: 'Are people paying?',
    chart: {
      title: 'Payments each day',
      query: [isEvent('payment-fulfilled'), 'stats count(*) as payments by bin(1d)'],
    },
    table: {
      title: 'Payments that did not go through by themselves',
      query: [
        isEvent(
          'payment-failed',
          'payment-needs-review',
          'payment-refunded-or-disputed',
          'payment-provider-unreachable',
          'checkout-invalid',
          'receipt-failed',
        ),
        'stats count(*) as times, latest(paymentId) as lastPayment, latest(timestamp) as lastTime by event',
        'sort times desc',
      ],
    },
  },
  {
    question: 'Are people getting mail?',
    chart: {
      title: 'Codes and notices sent each hour',
      query: [
        isEvent('transactional-mail'),
        'filter outcome = "sent"',
        'stats count(*) as emails by bin(1h)',
      ],
    },
    table: {
      title: 'Emails that were not sent, or not at once',
      query: [
        isEvent(
          'transactional-mail',
          'delivery-rejected',
          'delivery-in-doubt',
          'delivery-failed',
          'campaign-paused',
        ),
        'filter event != "transactional-mail" or outcome != "sent"',
        'stats count(*) as times, latest(reason) as lastReason, latest(timestamp) as lastTime by event, outcome, problem',
        'sort times desc',
      ],
    },
  },
  {
    question: 'Are calls answered?',
    chart: {
      title: 'Milliseconds that half of the calls, and 95 of 100, need at most',
      query: [
        isEvent('request'),
        'stats pct(milliseconds, 50) as p50, pct(milliseconds, 95) as p95 by bin(1h)',
      ],
    },
    table: {
      title: 'Calls that were rejected or failed',
      query: [
        isEvent('request'),
        'filter status >= 400',
        'stats count(*) as calls, latest(requestId) as lastRequest by status, error, path',
        'sort status desc, calls desc',
      ],
    },
  },
  {
    question: 'Do the jobs run?',
    chart: {
      title: 'Units of the table each hour, which are its cost',
      query: [
        isEvent('request', 'run-done', 'run-failed', 'run-stopped'),
        'stats sum(tableUnits.reads) as reads, sum(tableUnits.writes) as writes by bin(1h)',
      ],
    },
    table: {
      title: 'Runs of the jobs',
      query: [
        isEvent('run-done', 'run-failed'),
        'stats count(*) as runs, max(milliseconds) as longest, latest(timestamp) as lastTime by job, event',
        'sort job',
      ],
    },
  },
];

/** For one case: what is in capitals is replaced before the query runs. */
const savedQueries: Readonly<Record<string, Query>> = {
  'A request, by its reference': [
    'filter requestId = "REFERENCE"',
    'fields timestamp, event, level, method, path, status, error, outcome, milliseconds, cause',
    'sort timestamp',
  ],
  'An account': [
    'filter account = "HASH" or uid = "MEMBERSHIP-ID"',
    'filter event != "request"',
    'fields timestamp, event, outcome, action, network, session',
    'sort timestamp',
  ],
  'A session': [
    isEvent('request'),
    'filter session = "SESSION"',
    'fields timestamp, method, path, action, status, network',
    'sort timestamp',
  ],
  'A network': ['filter network = "HASH"', 'fields timestamp, event, path, status, uid', 'sort timestamp'],
  'Calls by path': [
    isEvent('request'),
    'stats count(*) as calls, pct(milliseconds, 95) as p95, avg(tableUnits.reads) as reads, avg(tableUnits.writes) as writes by path',
    'sort calls desc',
  ],
  'Errors with their causes': [
    'filter level = "error"',
    'fields timestamp, event, path, job, cause',
    'sort timestamp desc',
  ],
};

interface DashboardStackProps extends StackProps {
  stage: Stage;
  /** Of the functions: each line is an event. */
  logs: readonly ILogGroup[];
}

/** One page that says whether members can do what they came for, and the saved queries of the runbook. */
export class DashboardStack extends Stack {
  constructor(scope: Construct, id: string, { stage, logs, ...props }: DashboardStackProps) {
    super(scope, id, props);
    const logGroupNames = logs.map(({ logGroupName }) => logGroupName);
    const dashboard = new Dashboard(this, 'Dashboard', {
      dashboardName: `asiagraphics-${stage.name}`,
      defaultInterval: Duration.days(7),
      widgets: [...questions.map((question) => answer(question, logGroupNames)), [emailsOfSes()]],
    });
    for (const [name, query] of Object.entries(savedQueries))
      new CfnQueryDefinition(this, name.replaceAll(/\W/g, ''), {
        name: `asiagraphics-${stage.name}/${name}`,
        queryString: query.join('\n| '),
        logGroupNames,
      });
    new CfnOutput(this, 'DashboardName', { value: dashboard.dashboardName });
  }
}

/** A row with the question, its chart and its table. */
const answer = ({ question, chart, table }: Question, logGroupNames: string[]): IWidget[] => [
  new TextWidget({ markdown: `# ${question}`, width: 24, height: 1 }),
  new LogQueryWidget({
    title: chart.title,
    view: LogQueryVisualizationType.LINE,
    queryLines: [...chart.query],
    logGroupNames,
    width: 12,
  }),
  new LogQueryWidget({ title: table.title, queryLines: [...table.query], logGroupNames, width: 12 }),
];

/** All emails of the account, as SES counts them. */
const emailsOfSes = (): IWidget =>
  new GraphWidget({
    title: 'Emails in SES, each hour',
    width: 24,
    left: ['Send', 'Delivery', 'Bounce', 'Complaint', 'Reject'].map(
      (metricName) =>
        new Metric({
          namespace: 'AWS/SES',
          metricName,
          label: metricName,
          statistic: Stats.SUM,
          period: Duration.hours(1),
        }),
    ),
  });
