import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { table } from '../../../functions/platform/table/schema.ts';
import { onlyOne, synthesised } from '../synthesised.ts';

const { data, dataOf, of } = synthesised();

describe('the members’ table', () => {
  const replica = () =>
    onlyOne(onlyOne(dataOf('AWS::DynamoDB::GlobalTable')).Properties['Replicas'] as object[]);

  it('can be brought back to any second of 35 days', () => {
    expect(replica()).toMatchObject({
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
    });
  });

  it('cannot be deleted, neither by hand nor with its stack', () => {
    expect(replica()).toMatchObject({ DeletionProtectionEnabled: true });
    data.hasResource('AWS::DynamoDB::GlobalTable', {
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
    });
  });

  it('is paid by the call', () => {
    data.hasResourceProperties('AWS::DynamoDB::GlobalTable', { BillingMode: 'PAY_PER_REQUEST' });
  });

  it('has the keys, the clean-up and the stream that the store counts on', () => {
    data.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      KeySchema: [
        { AttributeName: table.partitionKey, KeyType: 'HASH' },
        { AttributeName: table.sortKey, KeyType: 'RANGE' },
      ],
      TimeToLiveSpecification: { AttributeName: table.ttlAttribute, Enabled: true },
      StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
    });
  });

  it.each(table.indexes)('has the index $name', ({ name, partitionKey, sortKey, projection }) => {
    data.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      GlobalSecondaryIndexes: Match.arrayWith([
        {
          IndexName: name,
          KeySchema: [
            { AttributeName: partitionKey, KeyType: 'HASH' },
            { AttributeName: sortKey, KeyType: 'RANGE' },
          ],
          Projection:
            projection.length === 0
              ? { ProjectionType: 'KEYS_ONLY' }
              : { ProjectionType: 'INCLUDE', NonKeyAttributes: [...projection] },
        },
      ]),
    });
  });

  it('has no other index: each one doubles a write', () => {
    const indexes = onlyOne(dataOf('AWS::DynamoDB::GlobalTable')).Properties['GlobalSecondaryIndexes'];
    expect(indexes).toHaveLength(table.indexes.length);
  });
});

describe('the private files', () => {
  it('keep receipts for as long as accounts must be kept: seven years', () => {
    const { LifecycleConfiguration } = onlyOne(dataOf('AWS::S3::Bucket', 'Files')).Properties;
    expect(LifecycleConfiguration).toMatchObject({
      Rules: [
        { NoncurrentVersionExpiration: { NoncurrentDays: 90 } },
        {
          Prefix: 'imports/',
          ExpirationInDays: 30,
          NoncurrentVersionExpiration: { NoncurrentDays: 1 },
        },
        { Prefix: 'receipts/', ExpirationInDays: 2562 },
      ],
    });
  });

  it('are open to nobody, over TLS alone, with their past', () => {
    data.hasResource('AWS::S3::Bucket', {
      Properties: {
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        VersioningConfiguration: { Status: 'Enabled' },
      },
      DeletionPolicy: 'Retain',
    });
    data.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: Match.objectLike({
        Statement: [
          Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        ],
      }),
    });
  });
});

describe('the secrets', () => {
  it('are made by the cloud and written nowhere', () => {
    const secrets = [...dataOf('AWS::SecretsManager::Secret'), ...of('AWS::SecretsManager::Secret')];
    expect(secrets).toHaveLength(7);
    for (const { Properties } of secrets) {
      expect(Properties).toHaveProperty('GenerateSecretString');
      expect(Properties).not.toHaveProperty('SecretString');
    }
  });

  it('that passwords and sessions depend on outlive their stack', () => {
    for (const secret of dataOf('AWS::SecretsManager::Secret')) expect(secret.DeletionPolicy).toBe('Retain');
  });

  it('hold the token key in the form that the functions read', () => {
    data.hasResourceProperties('AWS::SecretsManager::Secret', {
      GenerateSecretString: { SecretStringTemplate: '{}', GenerateStringKey: 'current', PasswordLength: 64 },
    });
  });

  it('appear in no template: the CDN’s is looked up when it is deployed', () => {
    const [, api] = (
      onlyOne(of('AWS::CloudFront::Distribution')).Properties['DistributionConfig'] as { Origins: object[] }
    ).Origins;
    expect(JSON.stringify(api)).toContain('{{resolve:secretsmanager:');
  });
});
