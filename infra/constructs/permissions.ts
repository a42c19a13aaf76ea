import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { auditPrefix } from '../../functions/platform/table/schema.ts';
import type { FileRights } from '../file-rights.ts';
import { deniedOnAuditLog, type TableAction, type TableRights } from '../table-rights.ts';

/** The rights of one function to the table. */
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

/** Allows the function with this role its rights to the files of a bucket. */
export function allowOnFiles(role: Role, bucket: IBucket, rights: FileRights): void {
  const allow = (actions: string[], resource: string) =>
    role.addToPolicy(new PolicyStatement({ actions, resources: [resource] }));
  for (const [prefix, actions] of Object.entries(rights))
    allow(
      actions.map((action) => `s3:${action}`),
      bucket.arnForObjects(`${prefix}*`),
    );
  // Without the right to list, S3 says 403 for a missing file, not 404.
  if (Object.values(rights).some((actions) => actions.includes('GetObject')))
    allow(['s3:ListBucket'], bucket.bucketArn);
}

/** Each secret is encrypted with Secrets Manager's own key, for which a role needs no right. */
export const allowReadingSecrets = (...secrets: ISecret[]): PolicyStatement =>
  new PolicyStatement({
    actions: ['secretsmanager:GetSecretValue'],
    resources: secrets.map(({ secretArn }) => secretArn),
  });

const toActions = (actions: readonly TableAction[]): string[] =>
  actions.map((action) => `dynamodb:${action}`);
