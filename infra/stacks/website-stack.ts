import { CfnOutput, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { envNames } from '#shared/deployment';
import { Api } from '../constructs/api.ts';
import { createAccessLogBucket, createImageBucket, createSiteBucket } from '../constructs/buckets.ts';
import { Cdn } from '../constructs/cdn.ts';
import type { Product } from '../constructs/product-function.ts';
import { SiteUpload } from '../constructs/site-upload.ts';
import { StageAlarms } from '../constructs/stage-alarms.ts';
import type { SiteBuild } from '../edge/site-build.ts';
import { secretOutput } from '../stages.ts';
import type { DataStack } from './data-stack.ts';

export interface WebsiteProps extends StackProps, Product {
  data: DataStack;
  site: SiteBuild;
  /** Undefined for a stage without a firewall. */
  webAclArn: string | undefined;
}

/** Everything that a deployment can make again: the site's files, the API, the address they share, and where alarms go. */
export class WebsiteStack extends Stack {
  /** The address for readers. */
  readonly address: string;
  readonly distributionId: string;
  readonly accessLogs: Bucket;
  /** Of the alarms in the stage's own region. */
  readonly alarmTopic: Topic;

  constructor(
    scope: Construct,
    id: string,
    { stage, data, site, functionFolder, webAclArn, ...props }: WebsiteProps,
  ) {
    super(scope, id, props);
    this.alarmTopic = new StageAlarms(this, 'Alarms', stage).topic;
    // Another secret rather than another value: a new reference makes CloudFormation update both sides.
    const originSecret = new Secret(this, `OriginSecret${stage.originSecretNumber ?? ''}`, {
      description: 'Shared secret of the CDN and the API. Requests without it didn’t come through the CDN.',
      generateSecretString: { excludePunctuation: true, passwordLength: 48 },
      removalPolicy: RemovalPolicy.DESTROY,
    });

    const files = createSiteBucket(this, 'SiteBucket', stage);
    const images = createImageBucket(this, 'ImageBucket', stage);
    const api = new Api(this, 'Api', { stage, data, functionFolder, images, originSecret });
    const { distribution } = new Cdn(this, 'Cdn', {
      stage,
      site,
      files,
      images,
      api: api.http,
      originSecret,
      webAclArn,
    });
    this.distributionId = distribution.distributionId;
    // Always exported: until its own update, the jobs stack still imports the value that a domain replaces.
    this.exportValue(distribution.distributionDomainName);
    this.accessLogs = createAccessLogBucket(this, 'AccessLogs', stage);
    this.address = `https://${stage.domain?.name ?? distribution.distributionDomainName}`;
    api.lambda.addEnvironment(envNames.siteUrl, this.address);
    new SiteUpload(this, 'Upload', { folder: site.folder, bucket: files, distribution });

    const outputs = {
      // The commit that was built: by it, what runs is found again.
      Release: this.node.tryGetContext('release') ?? 'unnamed',
      SiteUrl: this.address,
      CdnHostName: distribution.distributionDomainName,
      TableName: data.table.tableName,
      AccessLogBucket: this.accessLogs.bucketName,
      FilesBucket: data.files.bucketName,
      MailBucket: data.mailFiles.bucketName,
      MailImageBucket: images.bucketName,
      ...Object.fromEntries(
        Object.entries(data.secrets).map(([name, { secretArn }]) => [secretOutput(name), secretArn]),
      ),
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
