import { Duration } from 'aws-cdk-lib';
import { Alarm, type IMetric, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type IFilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

/** Of all mails of the account, as SES counts them itself: above 5 and 0.1 per cent it may take the right to send away. */
const REPUTATION = {
  Bounces: { metric: 'Reputation.BounceRate', share: 0.03, what: '3 % of the mails came back' },
  Complaints: {
    metric: 'Reputation.ComplaintRate',
    share: 0.0005,
    what: '0.05 % of the mails were reported as spam',
  },
} as const;

/** What a person should hear of before SES acts, and before members ask. What to do at each: the runbook, "Mail". */
export class MailAlarms extends Construct {
  constructor(scope: Construct, id: string, logs: { campaignWorker: LogGroup; mailEvents: LogGroup }) {
    super(scope, id);
    for (const [name, { metric, share, what }] of Object.entries(REPUTATION)) {
      const period = Duration.hours(1);
      const rate = new Metric({ namespace: 'AWS/SES', metricName: metric, statistic: Stats.MAXIMUM, period });
      this.alarm(name, rate, share, what);
    }
    this.alarmOnLines(
      'Unknown',
      logs.campaignWorker,
      FilterPattern.allTerms('mail-ends', 'warning'),
      'A mail to members ended with copies of which nobody knows',
    );
    this.alarmOnLines(
      'OutOfBalance',
      logs.campaignWorker,
      FilterPattern.anyTerm('mail-out-of-balance', 'mail-ledger-incomplete'),
      'The ledger of a mail to members does not add up',
    );
    this.alarmOnLines(
      'Paused',
      logs.mailEvents,
      FilterPattern.allTerms('mail-paused'),
      'A mail to members has paused itself',
    );
  }

  private alarmOnLines(id: string, logGroup: LogGroup, filterPattern: IFilterPattern, what: string): void {
    const lines = new MetricFilter(this, `${id}Lines`, {
      logGroup,
      filterPattern,
      metricNamespace: this.node.path,
      metricName: id,
    });
    this.alarm(id, lines.metric({ statistic: Stats.SUM, period: Duration.minutes(5) }), 1, what);
  }

  private alarm(id: string, metric: IMetric, threshold: number, what: string): void {
    new Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `${what}; see the runbook, "Mail".`,
    });
  }
}
