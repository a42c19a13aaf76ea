import { expect, it } from 'vitest';
import { onlyOne, synthesised } from '../synthesised.ts';

const { dataOf, find } = synthesised();

it('the members’ table can be restored to any second of the last 35 days, and cannot be deleted by hand', () => {
  const { Replicas, TimeToLiveSpecification } = onlyOne(dataOf('AWS::DynamoDB::GlobalTable')).Properties;
  expect(Replicas).toMatchObject([
    {
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
      DeletionProtectionEnabled: true,
    },
  ]);
  expect(TimeToLiveSpecification).toEqual({ AttributeName: 'expiresAt', Enabled: true });
});

it('the private files include exports for a day and receipts for seven years, as long as accounts must be stored', () => {
  const { Properties } = onlyOne(dataOf('AWS::S3::Bucket', 'Files'));
  const aDay = { NoncurrentVersionExpiration: { NoncurrentDays: 1 } };
  expect(Properties).toMatchObject({
    VersioningConfiguration: { Status: 'Enabled' },
    LifecycleConfiguration: {
      Rules: [
        { NoncurrentVersionExpiration: { NoncurrentDays: 35 } },
        { Prefix: 'imports/', ExpirationInDays: 30, ...aDay },
        { Prefix: 'exports/', ExpirationInDays: 1, ...aDay },
        { Prefix: 'ledger/', ExpirationInDays: 1, ...aDay },
        { Prefix: 'receipts/', ExpirationInDays: 2562 },
      ],
    },
  });
});

it('a message that a queue has given out too often goes to its dead-letter queue', () => {
  const policies = find('AWS::SQS::Queue').flatMap(({ id, Properties: { RedrivePolicy } }) =>
    RedrivePolicy ? [[id.slice(0, -8), RedrivePolicy]] : [],
  );
  const after = (maxReceiveCount: number, deadLetters: string) => ({
    deadLetterTargetArn: { 'Fn::GetAtt': [expect.stringMatching(`^${deadLetters}.{8}$`), 'Arn'] },
    maxReceiveCount,
  });
  expect(Object.fromEntries(policies)).toEqual({
    CampaignQueue: after(5, 'CampaignQueueDeadLetters'),
    ImportQueue: after(5, 'ImportQueueDeadLetters'),
    DeliveryEventsQueue: after(8, 'DeliveryEventsDeadLetters'),
  });
});
