import { ArnFormat, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
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

export interface AccessLogProps extends StackProps {
  stage: Stage;
  distributionId: string;
  /** A bucket in the stage's own region. */
  bucketName: string;
}

/**
 * The CDN's log in CloudFront's standard logging v2, because the older kind always logs queries. CloudFront accepts these
 * settings in us-east-1 only.
 */
export class AccessLogStack extends Stack {
  constructor(scope: Construct, id: string, { stage, distributionId, bucketName, ...props }: AccessLogProps) {
    super(scope, id, props);
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
      destinationResourceArn: this.formatArn({
        service: 's3',
        region: '',
        account: '',
        resource: bucketName,
        arnFormat: ArnFormat.NO_RESOURCE_NAME,
      }),
    });
    const delivery = new CfnDelivery(this, 'Delivery', {
      deliverySourceName: source.name,
      deliveryDestinationArn: destination.attrArn,
      recordFields,
    });
    delivery.node.addDependency(source);
  }
}
