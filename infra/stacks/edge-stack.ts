import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource } from 'aws-cdk-lib/aws-logs';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { createAlarm, createAlarmTopic } from '../constructs/alarms.ts';
import { accessLogSource } from '../constructs/buckets.ts';
import type { Stage } from '../stages.ts';

/**
 * The fields of a request in the CDN's log. Left out are the query, cookies, and the address of the previous page
 * (`Referer`), which may have a query too: queries contain search terms, such as names and addresses, and tokens of
 * unsubscribe links.
 */
const recordFields = [
  'date',
  'time',
  'x-edge-location',
  'x-edge-request-id',
  'c-ip',
  'cs-method',
  'cs(Host)',
  'cs-uri-stem',
  'cs(User-Agent)',
  'cs-bytes',
  'cs-protocol',
  'cs-protocol-version',
  'ssl-protocol',
  'sc-status',
  'sc-bytes',
  'sc-content-type',
  'time-taken',
  'x-edge-result-type',
  'x-edge-detailed-result-type',
];

export interface EdgeProps extends StackProps {
  stage: Stage;
  distributionId: string;
  /** A bucket in the stage's own region. */
  logBucketName: string;
}

/**
 * What belongs to the CDN and must be in us-east-1: its log, its alarm and the topic of that alarm. The firewall is there
 * too, in a stack before the CDN.
 */
export class EdgeStack extends Stack {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { stage, distributionId, logBucketName, ...props }: EdgeProps) {
    super(scope, id, props);
    this.logRequests(stage, distributionId, logBucketName);
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

  /** In CloudFront's standard logging v2, because the older kind always logs queries. */
  private logRequests(stage: Stage, distributionId: string, bucketName: string): void {
    const source = new CfnDeliverySource(this, 'Source', {
      name: accessLogSource(stage),
      logType: 'ACCESS_LOGS',
      resourceArn: this.formatArn({
        service: 'cloudfront',
        region: '',
        resource: 'distribution',
        resourceName: distributionId,
      }),
    });
    const destination = new CfnDeliveryDestination(this, 'Destination', {
      name: accessLogSource(stage),
      outputFormat: 'json',
      destinationResourceArn: Bucket.fromBucketName(this, 'LogBucket', bucketName).bucketArn,
    });
    const delivery = new CfnDelivery(this, 'Delivery', {
      deliverySourceName: source.name,
      deliveryDestinationArn: destination.attrArn,
      recordFields,
    });
    delivery.node.addDependency(source);
  }
}
