import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { auditPrefix } from '../../functions/platform/table/schema.ts';
import { deniedOnAuditLog, type TableAction, type TableRights } from '../table-rights.ts';

/** The rights of one function. */
export function allowOnTable(table: ITableV2, rights: TableRights): PolicyStatement[] {
  const denied = deniedOnAuditLog(rights);
  return [
    new PolicyStatement({ actions: toActions(rights.actions), resources: [table.tableArn] }),
    ...(denied.length === 0
      ? []
      : [
          new PolicyStatement({
            effect: Effect.DENY,
            actions: toActions(denied),
            resources: [table.tableArn],
            conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [`${auditPrefix}*`] } },
          }),
        ]),
    ...(rights.indexes.length === 0
      ? []
      : [
          new PolicyStatement({
            actions: toActions(['Query']),
            resources: rights.indexes.map((index) => `${table.tableArn}/index/${index}`),
          }),
        ]),
  ];
}

/** With the right to list, S3 says 404 for a missing file; without it, 403. */
export const allowListing = (bucket: IBucket): PolicyStatement =>
  new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] });

const toActions = (actions: readonly TableAction[]): string[] =>
  actions.map((action) => `dynamodb:${action}`);
