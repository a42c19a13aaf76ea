import { RemovalPolicy } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { BucketDeployment, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';

/** Code of the pages, each file with its hash in its name: it shows nobody. */
const SCRIPTS = ['_astro/*.js', '_astro/*.css'];

export interface SiteUploadProps {
  folder: string;
  bucket: Bucket;
  distribution: Distribution;
}

/**
 * Puts the built files into the bucket and invalidates the CDN's cache as part of the deployment: with the same command,
 * after the CDN has the new paths and policy, and undone together with it. It takes a small function that runs at
 * deployments only.
 */
export class SiteUpload extends Construct {
  constructor(scope: Construct, id: string, { folder, bucket, distribution }: SiteUploadProps) {
    super(scope, id);
    const log = new LogGroup(this, 'Log', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const site = new Asset(this, 'Site', { path: folder });

    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
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
    const scripts = new BucketDeployment(this, 'Scripts', {
      ...upload,
      exclude: ['*'],
      include: SCRIPTS,
      prune: false,
    });
    // Everything else that an editor takes out, such as a portrait, is deleted here, and then in the CDN's cache.
    const files = new BucketDeployment(this, 'Files', {
      ...upload,
      exclude: SCRIPTS,
      prune: true,
      distribution,
      distributionPaths: ['/*'],
    });
    files.node.addDependency(scripts);
  }
}
