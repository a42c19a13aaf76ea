import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { auditPrefix, type table as description } from '../../functions/platform/table/schema.ts';

type Call =
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'ConditionCheckItem'
  | 'DeleteItem'
  | 'GetItem'
  | 'PutItem'
  | 'Query'
  | 'UpdateItem';

type IndexName = (typeof description)['indexes'][number]['name'];

const writes: readonly Call[] = ['BatchWriteItem', 'DeleteItem', 'PutItem', 'UpdateItem'];

/** Allows these calls on the table itself, not on its indexes; none of them can write to the audit log. */
export const allowOnTable = (table: ITableV2, ...calls: Call[]): PolicyStatement[] => [
  allowCalls(table, calls),
  ...denyOnAuditLog(
    table,
    calls.filter((call) => writes.includes(call)),
  ),
];

/**
 * The same for a role that adds rows to the audit log, and can do nothing else to them. IAM cannot tell a put that adds a
 * row from one that replaces it: the repository writes only if the row is new, and `AuditWatch` reports everything else.
 */
export const allowOnTableWithAuditLog = (table: ITableV2, ...calls: Call[]): PolicyStatement[] => [
  allowCalls(table, calls),
  ...denyOnAuditLog(
    table,
    calls.filter((call) => writes.includes(call) && call !== 'PutItem'),
  ),
];

export const allowIndexQuery = (table: ITableV2, ...indexes: IndexName[]): PolicyStatement =>
  new PolicyStatement({
    actions: ['dynamodb:Query'],
    resources: indexes.map((index) => `${table.tableArn}/index/${index}`),
  });

/** With the right to list, S3 says 404 for a missing file; without it, 403. */
export const allowListing = (bucket: IBucket): PolicyStatement =>
  new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] });

const allowCalls = (table: ITableV2, calls: readonly Call[]): PolicyStatement =>
  new PolicyStatement({ actions: toActions(calls), resources: [table.tableArn] });

/** A transaction needs the permission for each of its writes, by key. */
const denyOnAuditLog = (table: ITableV2, calls: readonly Call[]): PolicyStatement[] =>
  calls.length === 0
    ? []
    : [
        new PolicyStatement({
          effect: Effect.DENY,
          actions: toActions(calls),
          resources: [table.tableArn],
          conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [`${auditPrefix}*`] } },
        }),
      ];

const toActions = (calls: readonly Call[]): string[] => calls.map((call) => `dynamodb:${call}`);
