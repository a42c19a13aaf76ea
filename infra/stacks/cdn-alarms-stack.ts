import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { createAlarm, createAlarmTopic } from '../constructs/alarms.ts';
import type { Stage } from '../stages.ts';
import { firewallMetric } from './firewall-stack.ts';

export interface CdnAlarmsProps extends StackProps {
  stage: Stage;
  distributionId: string;
}

/** Alarms of the CDN and its firewall. Their metrics are in us-east-1 only, and so are their alarms and topic. */
export class CdnAlarmsStack extends Stack {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { stage, distributionId, ...props }: CdnAlarmsProps) {
    super(scope, id, props);
    this.topic = createAlarmTopic(this, stage);
    const period = Duration.minutes(5);
    createAlarm(this, 'ServerErrors', {
      metric: new Metric({
        namespace: 'AWS/CloudFront',
        metricName: '5xxErrorRate',
        dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
        statistic: Stats.AVERAGE,
        period,
      }),
      threshold: 5,
      periods: 2,
      members: 'For ten minutes, one request in twenty to the site has failed: pages, files or calls.',
      runbook: 'The site fails',
    });
    if (stage.hasNoFirewall) return;
    createAlarm(this, 'Blocked', {
      metric: new Metric({
        namespace: 'AWS/WAFV2',
        metricName: 'BlockedRequests',
        dimensionsMap: { WebACL: firewallMetric(stage), Rule: 'ALL' },
        statistic: Stats.SUM,
        period,
      }),
      threshold: 1000,
      members: 'The firewall blocks many requests: an attack, or a network whose members can’t log in.',
      runbook: 'Many requests are blocked',
    });
  }
}
