import { CfnOutput, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { BucketDeployment, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { envNames } from '#shared/deployment';
import { StageAlarms } from '../constructs/alarms.ts';
import { Api } from '../constructs/api.ts';
import { createAccessLogBucket, createBucket, createImageBucket } from '../constructs/buckets.ts';
import { Cdn } from '../constructs/cdn.ts';
import type { Product } from '../constructs/product-function.ts';
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

    const files = createBucket(this, 'SiteBucket', stage);
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
    uploadSite(this, site.folder, files, distribution);

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

/** Code of the pages, each file with its hash in its name: it shows nobody. */
const SCRIPTS = ['_astro/*.js', '_astro/*.css'];

/**
 * Puts the built files into the bucket and invalidates the CDN's cache as part of the deployment: with the same command,
 * after the CDN has the new paths and policy, and undone together with it. It takes a small function that runs at
 * deployments only.
 */
function uploadSite(stack: Construct, folder: string, bucket: Bucket, distribution: Distribution): void {
  const scope = new Construct(stack, 'Upload');
  const log = new LogGroup(scope, 'Log', {
    retention: RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const site = new Asset(scope, 'Site', { path: folder });

  const role = new Role(scope, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  const allow = (resource: string, ...actions: string[]) =>
    role.addToPolicy(new PolicyStatement({ resources: [resource], actions }));
  // Any asset: a permission for this one alone would be new with each deployment, and too new to take effect.
  allow(site.bucket.arnForObjects('*'), 's3:GetObject');
  allow(bucket.bucketArn, 's3:ListBucket');
  allow(bucket.arnForObjects('*'), 's3:PutObject', 's3:DeleteObject');
  allow(distribution.distributionArn, 'cloudfront:CreateInvalidation', 'cloudfront:GetInvalidation');
  log.grantWrite(role);

  const upload = {
    sources: [Source.bucket(site.bucket, site.s3ObjectKey)],
    destinationBucket: bucket,
    memoryLimit: 512,
    logGroup: log,
    // Otherwise the construct would add permissions for whole groups of actions.
    role: role.withoutPolicyUpdates(),
  };
  // Open pages still load the scripts and styles that they were built with, so those of earlier builds stay.
  const scripts = new BucketDeployment(scope, 'Scripts', {
    ...upload,
    exclude: ['*'],
    include: SCRIPTS,
    prune: false,
  });
  // Everything else that an editor takes out, such as a portrait, is deleted here, and then in the CDN's cache.
  const files = new BucketDeployment(scope, 'Files', {
    ...upload,
    exclude: SCRIPTS,
    prune: true,
    distribution,
    distributionPaths: ['/*'],
  });
  files.node.addDependency(scripts);
}
