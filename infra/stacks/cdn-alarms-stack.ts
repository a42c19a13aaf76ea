import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { createAlarm, createAlarmTopic } from '../constructs/alarms.ts';
import type { Stage } from '../stages.ts';

export interface CdnAlarmsProps extends StackProps {
  stage: Stage;
  distributionId: string;
}

/** The alarm of the CDN. Its metrics are in us-east-1 only, and so are the alarm and its topic. */
export class CdnAlarmsStack extends Stack {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { stage, distributionId, ...props }: CdnAlarmsProps) {
    super(scope, id, props);
    this.topic = createAlarmTopic(this, stage);
    createAlarm(this, 'ServerErrors', {
      metric: new Metric({
        namespace: 'AWS/CloudFront',
        metricName: '5xxErrorRate',
        dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
        statistic: Stats.AVERAGE,
        period: Duration.minutes(5),
      }),
      threshold: 5,
      periods: 2,
      members: 'For ten minutes, one request in twenty to the site has failed: pages, files or calls.',
      runbook: 'The site fails',
    });
  }
}
