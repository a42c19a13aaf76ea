import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { accept } from './findings.ts';

const closed = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  encryption: BucketEncryption.S3_MANAGED,
  enforceSSL: true,
};

/** A year ahead and a month after: as long as a mail may wait for its time. */
const LONGEST = Duration.days(396);

/** Texts, attachments and drafts of mail to members. Attachments go after 30 days, those of mail that waits after it has left. */
export function mailBucket(scope: Construct, id: string, keepsData: boolean): Bucket {
  const bucket = new Bucket(scope, id, {
    ...closed,
    lifecycleRules: [
      { prefix: 'attachments/', expiration: Duration.days(30) },
      ...['attachments-later/', 'letters/', 'drafts/'].map((prefix) => ({ prefix, expiration: LONGEST })),
    ],
    removalPolicy: keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
  accept(bucket, 'The functions alone read and write it, and they log.', 'AwsSolutions-S1');
  return bucket;
}

/** Pictures in mails, which are read as long as somebody keeps the mail. */
export function imageBucket(scope: Construct, id: string, keepsData: boolean): Bucket {
  const bucket = new Bucket(scope, id, {
    ...closed,
    removalPolicy: keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
  accept(bucket, 'Only the CDN reads it, and the CDN keeps the log.', 'AwsSolutions-S1');
  return bucket;
}

/** These rights to everything in the bucket of mail; listing makes S3 say that something is not there. */
export function grantMailFiles(role: Role, bucket: Bucket, actions: string[]): void {
  role.addToPolicy(new PolicyStatement({ actions, resources: [bucket.arnForObjects('*')] }));
  role.addToPolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }));
  const name = Stack.of(role).resolve(Stack.of(bucket).exportValue(bucket.bucketArn))['Fn::ImportValue'];
  accept(
    role,
    'Every text and file of mail: the bucket holds nothing else.',
    `AwsSolutions-IAM5[Resource::${name}/*]`,
  );
}
