import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { envNames } from '#shared/deployment';
import { schedules } from '../../../infra/schedules.ts';
import { actions, findResources, launchChanges, onlyOne, statements, synthesised } from '../synthesised.ts';

const { jobs, jobsOf, of, data, dataOf, website } = synthesised();
const named = (part: string) => onlyOne(jobsOf('AWS::Lambda::Function', part));
const variablesOf = (part: string) => {
  const { Variables } = named(part).Properties['Environment'] as { Variables: Record<string, unknown> };
  return Object.keys(Variables).sort();
};

describe('the mail workers', () => {
  it('have only the variables that they need, with a single secret', () => {
    const { tableName, mailFrom, mailConfigurationSet, mailBucket, mailKey, campaignQueueUrl, siteUrl } =
      envNames;
    expect(variablesOf('TransactionalMailSender')).toEqual(
      [mailFrom, mailConfigurationSet, tableName, siteUrl].sort(),
    );
    expect(variablesOf('CampaignSender')).toEqual(
      [mailFrom, mailConfigurationSet, tableName, mailBucket, mailKey, campaignQueueUrl, siteUrl].sort(),
    );
    expect(variablesOf('DeliveryEvents')).toEqual([tableName]);
  });

  it('are started every minute, by the schedules that the local clock uses too', () => {
    for (const job of ['send-transactional-mail', 'send-campaigns'])
      expect(schedules).toContainEqual({ job, everyMinutes: 1 });
    jobs.hasResourceProperties('AWS::Scheduler::Schedule', {
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Target: Match.objectLike({ DeadLetterConfig: Match.anyValue(), RetryPolicy: Match.anyValue() }),
    });
  });

  it('are started at once by the stream, only for new transactional mail', () => {
    jobs.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      StartingPosition: 'LATEST',
      DestinationConfig: { OnFailure: Match.anyValue() },
      FilterCriteria: {
        Filters: [
          {
            Pattern: JSON.stringify({
              eventName: ['INSERT'],
              dynamodb: { Keys: { sk: { S: ['MAIL'] } }, NewImage: { kind: { S: ['transactional'] } } },
            }),
          },
        ],
      },
    });
  });

  it('take campaigns from their queue, ten messages at a time, twice at once, and return those that fail', () => {
    const { EventSourceArn, ...mapping } = onlyOne(
      jobsOf('AWS::Lambda::EventSourceMapping', 'CampaignSender'),
    ).Properties;
    expect(JSON.stringify(EventSourceArn)).toContain('CampaignQueue');
    expect(mapping).toMatchObject({
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 2 },
    });
    const onQueue = statements(jobsOf('AWS::IAM::Policy', 'CampaignSenderFunctionRole'))
      .filter(({ Resource }) => JSON.stringify(Resource).includes('CampaignQueue'))
      .flatMap(actions);
    expect(onQueue).toEqual(
      expect.arrayContaining(['sqs:ReceiveMessage', 'sqs:ChangeMessageVisibility', 'sqs:SendMessage']),
    );
  });

  it('have a queue for failed starts, with a retention of a fortnight and TLS only', () => {
    jobs.hasResourceProperties('AWS::SQS::Queue', {
      MessageRetentionPeriod: 14 * 86_400,
      SqsManagedSseEnabled: true,
    });
    jobs.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      MaximumRetryAttempts: 0,
      DestinationConfig: { OnFailure: Match.anyValue() },
    });
  });

  it('are the only ones that may call SES, for the association’s own domain', () => {
    const mailing = (resources: ReturnType<typeof of>) =>
      statements(resources).filter((statement) =>
        actions(statement).some((action) => action.startsWith('ses:')),
      );
    const own = mailing(jobsOf('AWS::IAM::Policy'));
    expect(own.flatMap(actions).sort()).toEqual(['ses:GetSendQuota', 'ses:SendRawEmail', 'ses:SendRawEmail']);
    for (const statement of own.filter((each) => actions(each).includes('ses:SendRawEmail'))) {
      // In the sandbox the right covers recipients' identities too.
      expect(JSON.stringify(statement)).toMatch(/:identity\/\*"/);
      expect(JSON.stringify(statement)).toContain('configuration-set/');
      expect(statement.Condition).toEqual({
        StringEquals: { 'ses:FromAddress': 'no-reply@asiagraphics.org' },
      });
    }
    expect(mailing(of('AWS::IAM::Policy'))).toEqual([]);
    const listening = jobsOf('AWS::IAM::Policy').filter(({ Properties }) =>
      JSON.stringify(Properties['Roles']).includes('DeliveryEvents'),
    );
    expect(mailing(listening)).toEqual([]);
  });
});

describe('the table’s stream', () => {
  it('has two readers, the most that AWS allows without throttling them', () => {
    const readers = jobsOf('AWS::Lambda::EventSourceMapping').filter(({ Properties }) =>
      JSON.stringify(Properties['EventSourceArn']).includes('StreamArn'),
    );
    expect(readers).toHaveLength(2);
  });
});

describe('SES’s events', () => {
  it('go through an event rule and a queue to their handler', () => {
    jobs.hasResourceProperties('AWS::SES::ConfigurationSetEventDestination', {
      EventDestination: Match.objectLike({
        Enabled: true,
        MatchingEventTypes: ['send', 'delivery', 'bounce', 'complaint', 'reject'],
        EventBridgeDestination: Match.anyValue(),
      }),
    });
    jobs.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: Match.objectLike({ source: ['aws.ses'] }),
      Targets: [Match.objectLike({ Arn: Match.anyValue() })],
    });
    jobs.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BatchSize: 100,
    });
  });
});

describe('the mail domain', () => {
  const identities = ({ jobs }: ReturnType<typeof synthesised>) =>
    findResources(jobs, 'AWS::SES::EmailIdentity');
  const recordsOf = ({ jobs }: ReturnType<typeof synthesised>) =>
    Object.values(jobs.findOutputs('*'))
      .map(({ Value }) => JSON.stringify(Value))
      .filter((value) => /CNAME| MX | TXT /.test(value));

  it('has bounces at a domain of its own, which SPF checks, and its records in the outputs', () => {
    const made = synthesised();
    expect(onlyOne(Object.values(identities(made))).Properties).toMatchObject({
      EmailIdentity: 'asiagraphics.org',
      MailFromAttributes: { MailFromDomain: 'bounce.asiagraphics.org' },
    });
    const records = recordsOf(made);
    expect(records.filter((value) => value.includes('CNAME'))).toHaveLength(3);
    expect(records.filter((value) => !value.includes('CNAME'))).toEqual([
      '"bounce.asiagraphics.org MX 10 feedback-smtp.ap-southeast-1.amazonses.com"',
      JSON.stringify('bounce.asiagraphics.org TXT "v=spf1 include:amazonses.com ~all"'),
    ]);
  });

  it('is changed without the replacement of an identity: the next is added, then sends, then the former goes', () => {
    const [org, net, gov] = ['asiagraphics.org', 'asia-graphics.net', 'asiagraphics.gov.hk'];
    const steps = [
      { mailDomain: org },
      { mailDomain: org, otherMailDomain: net },
      { mailDomain: net, otherMailDomain: org },
      { mailDomain: net },
      { mailDomain: net, otherMailDomain: gov },
    ].map((change) => synthesised(change));
    const domainsAt = steps.map((made) =>
      Object.entries(identities(made)).map(([id, { Properties }]) => [id, Properties['EmailIdentity']]),
    );
    const [ofOrg, ofNet, ofGov] = [
      ['SenderIdentityAsiagraphicsOrg', org],
      ['SenderIdentityAsiaGraphicsNet', net],
      ['SenderIdentityAsiagraphicsGovHk', gov],
    ];
    expect(domainsAt).toEqual([[ofOrg], [ofOrg, ofNet], [ofNet, ofOrg], [ofNet], [ofNet, ofGov]]);
    const froms = steps.map(
      ({ jobsOf }) =>
        /no-reply@([\w.-]+)/.exec(JSON.stringify(jobsOf('AWS::Lambda::Function', 'CampaignSender')))?.[1],
    );
    expect(froms).toEqual([org, org, net, net, net]);
    expect(recordsOf(steps[1] as (typeof steps)[number])).toHaveLength(10);
  });
});

describe('the files of campaigns', () => {
  it('have versions for a week: what a deleted account takes out of them is then gone', () => {
    const { VersioningConfiguration, LifecycleConfiguration } = onlyOne(
      dataOf('AWS::S3::Bucket', 'Mail'),
    ).Properties;
    expect(VersioningConfiguration).toEqual({ Status: 'Enabled' });
    const { Rules } = LifecycleConfiguration as { Rules: object[] };
    expect(Rules.filter((rule) => 'NoncurrentVersionExpiration' in rule)).toEqual([
      {
        NoncurrentVersionExpiration: { NoncurrentDays: 7 },
        ExpiredObjectDeleteMarker: true,
        Status: 'Enabled',
      },
    ]);
    const runbook = readFileSync(join(import.meta.dirname, '../../../infra/README.md'), 'utf8');
    expect(/\*\*Deleted accounts\*\*.*/.exec(runbook)?.[0]).toContain(
      'versions of their emails after 7 days',
    );
  });

  it('expire after 30 days, those of scheduled campaigns after the longest schedule', () => {
    data.hasResourceProperties('AWS::S3::Bucket', {
      LifecycleConfiguration: {
        Rules: Match.arrayWith([
          Match.objectLike({ Prefix: 'attachments/', ExpirationInDays: 30 }),
          Match.objectLike({ Prefix: 'attachments-later/', ExpirationInDays: 396 }),
        ]),
      },
    });
  });

  it('include images at the site’s own address, with versions, since nothing can make them again', () => {
    website.hasResourceProperties('AWS::S3::Bucket', {
      VersioningConfiguration: { Status: 'Enabled' },
      LifecycleConfiguration: {
        Rules: [Match.objectLike({ NoncurrentVersionExpiration: { NoncurrentDays: 35 } })],
      },
    });
    website.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: Match.objectLike({
        CacheBehaviors: Match.arrayWith([Match.objectLike({ PathPattern: '/mail-images/*' })]),
      }),
    });
  });
});

describe('the reminders', () => {
  const reminders = onlyOne(jobsOf('AWS::Lambda::Function', 'Reminders'));
  const variables = ({ Properties }: typeof reminders) =>
    (Properties['Environment'] as { Variables: Record<string, unknown> }).Variables;

  it('have the table’s name, and the stage’s days if there are any', () => {
    expect(Object.keys(variables(reminders)).sort()).toEqual([envNames.tableName]);
    const launched = synthesised(launchChanges);
    expect(variables(onlyOne(launched.jobsOf('AWS::Lambda::Function', 'Reminders')))).toMatchObject({
      [envNames.reminderStages]: '["11-20","12-20"]',
    });
  });

  it('start every day at nine in Hong Kong, by the schedules that the local clock uses too', () => {
    expect(schedules).toContainEqual({ job: 'remind-members', everyDayAtHongKong: '09:00' });
    jobs.hasResourceProperties('AWS::Scheduler::Schedule', {
      ScheduleExpression: 'cron(0 9 * * ? *)',
      ScheduleExpressionTimezone: 'Asia/Hong_Kong',
      State: 'ENABLED',
      Target: Match.objectLike({
        DeadLetterConfig: Match.anyValue(),
        RetryPolicy: { MaximumRetryAttempts: 10, MaximumEventAgeInSeconds: 6 * 3600 },
      }),
    });
  });

  it('have time for all members, a retry, and a queue for failed starts', () => {
    expect(reminders.Properties['Timeout']).toBe(600);
    jobs.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      MaximumRetryAttempts: 2,
      DestinationConfig: { OnFailure: Match.anyValue() },
    });
    jobs.hasResourceProperties('AWS::SQS::Queue', { VisibilityTimeout: 3600 });
  });
});
