import { Duration } from 'aws-cdk-lib';
import { Alarm, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { LogAlarms } from './log-alarms.ts';

/** Of all emails of the account, as SES counts them itself: above 5 and 0.1 per cent it may stop our sending. */
const REPUTATION = {
  Bounces: {
    metricName: 'Reputation.BounceRate',
    threshold: 0.03,
    description: 'Email bounce rate is 3% or more. AWS may stop our sending at 5%. See the runbook, "Mail".',
  },
  Complaints: {
    metricName: 'Reputation.ComplaintRate',
    threshold: 0.0005,
    description:
      'Email spam complaint rate is 0.05% or more. AWS may stop our sending at 0.1%. See the runbook, "Mail".',
  },
} as const;

/** What a person should hear of before SES acts, and before members ask. What to do at each: the runbook, "Mail". */
export class CampaignAlarms extends Construct {
  constructor(scope: Construct, id: string, logs: { campaignWorker: LogGroup; mailEvents: LogGroup }) {
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
    new LogAlarms(this, 'Worker', logs.campaignWorker, {
      Unknown: {
        events: ['campaign-ended'],
        level: 'warning',
        description:
          'An email to members finished with unconfirmed recipients. Check them in the Outbox. See the runbook, "Mail".',
      },
      OutOfBalance: {
        events: ['campaign-counts-mismatch', 'campaign-deliveries-incomplete'],
        description: 'The recipient counts of an email to members don’t match. See the runbook, "Mail".',
      },
    });
    new LogAlarms(this, 'Feedback', logs.mailEvents, {
      Paused: {
        events: ['campaign-paused'],
        description:
          'An email to members was paused automatically (too many bounces or spam reports). Review it in the Outbox. See the runbook, "Mail".',
      },
    });
  }
}
