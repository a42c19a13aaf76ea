import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { s3Prefixes } from '#shared/deployment';
import { mailRetentionDays } from '#shared/mail-limits';
import { accept } from './nag.ts';

const closed = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  encryption: BucketEncryption.S3_MANAGED,
  enforceSSL: true,
};

/** Texts, attachments and drafts of mail to members. Attachments go after 30 days, those of mail that waits after it has left. */
export function mailBucket(scope: Construct, id: string, keepsData: boolean): Bucket {
  const { attachments, scheduledAttachments, messages, drafts } = s3Prefixes;
  const bucket = new Bucket(scope, id, {
    ...closed,
    lifecycleRules: [
      { prefix: attachments, expiration: Duration.days(mailRetentionDays.attachments) },
      ...[scheduledAttachments, messages, drafts].map((prefix) => ({
        prefix,
        expiration: Duration.days(mailRetentionDays.longest),
      })),
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
export function allowMailFiles(role: Role, bucket: Bucket, actions: string[]): void {
  role.addToPolicy(new PolicyStatement({ actions, resources: [bucket.arnForObjects('*')] }));
  role.addToPolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }));
  const name = Stack.of(role).resolve(Stack.of(bucket).exportValue(bucket.bucketArn))['Fn::ImportValue'];
  accept(
    role,
    'Every text and file of mail: the bucket holds nothing else.',
    `AwsSolutions-IAM5[Resource::${name}/*]`,
  );
}
