import { type App, Stack, Validations } from 'aws-cdk-lib';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';

/** Their findings stop the synthesis. */
export const addChecks = (app: App): void => Validations.of(app).addPlugins(new AwsSolutionsChecks(app));

/** Accepts findings about this construct, with the reason. */
export const acknowledge = (scope: IConstruct, reason: string, ...ids: string[]): void =>
  Validations.of(scope).acknowledge(...ids.map((id) => ({ id, reason })));

/** Accepts that a role may use every object below these prefixes of a bucket. */
export function acknowledgeObjects(role: IConstruct, bucket: IBucket, reason: string, prefixes = ['']): void {
  const [own, other] = [Stack.of(role), Stack.of(bucket)];
  const arn =
    own === other
      ? `<${own.resolve(bucket.bucketArn)['Fn::GetAtt'][0]}.Arn>`
      : own.resolve(other.exportValue(bucket.bucketArn))['Fn::ImportValue'];
  acknowledge(role, reason, ...prefixes.map((prefix) => `AwsSolutions-IAM5[Resource::${arn}/${prefix}*]`));
}
