import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type LifecycleRule,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { s3Prefixes } from '#shared/deployment';
import { mailRetentionDays } from '#shared/mail-limits';
import { ACCOUNTS_DAYS } from '#shared/money';
import { cloudFrontRegion, type Stage } from '../stages.ts';
import { removalPolicyOf } from './removal.ts';

/** How far back the table can be restored, and private files with it. */
export const RESTORABLE_DAYS = 35;

/**
 * How long a replaced or deleted file of the mail bucket is stored: texts of emails with the recipients' addresses, which a
 * deletion of the account takes out, and drafts, which it deletes.
 */
const MAIL_VERSIONS_DAYS = 7;

/** Replaced and deleted versions end after these days, and then the mark that S3 puts in place of a deleted file. */
const oldVersionsEndAfter = (days: number): LifecycleRule => ({
  noncurrentVersionExpiration: Duration.days(days),
  expiredObjectDeleteMarker: true,
});

/** A closed bucket. S3 deletes empty ones only, so that a stage that keeps nothing empties its own first. */
export const createBucket = (scope: Construct, id: string, stage: Stage, props: BucketProps = {}): Bucket =>
  new Bucket(scope, id, {
    ...props,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: removalPolicyOf(stage),
    autoDeleteObjects: !stage.keepsData,
  });

/** Objects below the prefix live so long; when they were replaced or deleted, a day. */
const briefly = (prefix: string, days: number): LifecycleRule => ({
  prefix,
  expiration: Duration.days(days),
  noncurrentVersionExpiration: Duration.days(1),
});

/**
 * Private files, which nothing can make again: replaced and deleted versions are stored for as long as the table can be
 * restored, and a deleted member's old receipts no longer.
 */
export const createFilesBucket = (scope: Construct, id: string, stage: Stage): Bucket =>
  createBucket(scope, id, stage, {
    versioned: true,
    lifecycleRules: [
      oldVersionsEndAfter(RESTORABLE_DAYS),
      // Personal data of imports that were never applied; an applied import's file is deleted at once.
      briefly(s3Prefixes.imports, 30),
      // Personal data for one download, by a link that works for a minute.
      briefly(s3Prefixes.exports, 1),
      // Of an earlier version: what it made on its last day would otherwise stay for ever.
      briefly(s3Prefixes.ledger, 1),
      // For as long as the law requires accounts to be stored.
      { prefix: s3Prefixes.receipts, expiration: Duration.days(ACCOUNTS_DAYS) },
    ],
  });

/** The name of the CDN's log source in CloudWatch Logs. */
export const accessLogSource = (stage: Pick<Stage, 'name'>): string => `asiagraphics-${stage.name}-cdn`;

/** The CDN's access log, for 90 days. */
export function createAccessLogBucket(scope: Construct, id: string, stage: Stage): Bucket {
  const bucket = createBucket(scope, id, stage, {
    lifecycleRules: [{ expiration: Duration.days(90) }],
  });
  const { account } = Stack.of(scope);
  bucket.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('delivery.logs.amazonaws.com')],
      actions: ['s3:PutObject'],
      resources: [bucket.arnForObjects(`AWSLogs/${account}/*`)],
      conditions: {
        StringEquals: { 's3:x-amz-acl': 'bucket-owner-full-control', 'aws:SourceAccount': account },
        ArnLike: {
          'aws:SourceArn': `arn:aws:logs:${cloudFrontRegion}:${account}:delivery-source:${accessLogSource(stage)}`,
        },
      },
    }),
  );
  return bucket;
}

/**
 * Messages, attachments and drafts of campaigns. Attachments are deleted after 30 days, those of later campaigns
 * with their messages. What is replaced or deleted is stored for a week, against mistakes.
 */
export const createMailBucket = (scope: Construct, id: string, stage: Stage): Bucket =>
  createBucket(scope, id, stage, {
    versioned: true,
    lifecycleRules: [
      oldVersionsEndAfter(MAIL_VERSIONS_DAYS),
      { prefix: s3Prefixes.attachments, expiration: Duration.days(mailRetentionDays.attachments) },
      ...[s3Prefixes.scheduledAttachments, s3Prefixes.messages, s3Prefixes.drafts].map((prefix) => ({
        prefix,
        expiration: Duration.days(mailRetentionDays.longest),
      })),
    ],
  });

/** Images in emails, which are needed for as long as somebody has the email. */
export const createImageBucket = (scope: Construct, id: string, stage: Stage): Bucket =>
  createBucket(scope, id, stage, {
    versioned: true,
    lifecycleRules: [oldVersionsEndAfter(RESTORABLE_DAYS)],
  });
