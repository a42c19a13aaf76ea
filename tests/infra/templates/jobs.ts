import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { schedules } from '../../../infra/schedules.ts';
import { actions, launchChanges, onlyOne, statements, synthesised } from '../synthesised.ts';

const { jobsOf, of, dataOf } = synthesised(launchChanges);

describe.each(schedules)('$job', (schedule) => {
  it('is started when the local clock starts it, and its failed starts are kept', () => {
    const { Properties } = onlyOne(jobsOf('AWS::Scheduler::Schedule', schedule.job));
    const [hour = '', minute = ''] =
      'everyDayAtHongKong' in schedule ? schedule.everyDayAtHongKong.split(':').map(Number) : [];
    const minutes = 'everyMinutes' in schedule ? schedule.everyMinutes : 0;
    expect(Properties).toMatchObject({
      ScheduleExpression: minutes
        ? `rate(${minutes} minute${minutes > 1 ? 's' : ''})`
        : `cron(${minute} ${hour} * * ? *)`,
      ScheduleExpressionTimezone: minutes ? expect.anything() : 'Asia/Hong_Kong',
      State: 'ENABLED',
      Target: { DeadLetterConfig: expect.anything(), RetryPolicy: expect.anything() },
    });
    expect(onlyOne(jobsOf('AWS::Lambda::EventInvokeConfig', schedule.job)).Properties).toMatchObject({
      DestinationConfig: { OnFailure: expect.anything() },
    });
  });
});

it('payments are not looked up where nobody can pay', () =>
  expect(
    onlyOne(synthesised().jobsOf('AWS::Scheduler::Schedule', 'reconcile-payments')).Properties,
  ).toMatchObject({ State: 'DISABLED' }));

describe('the mail workers', () => {
  const sourceOf = (construct: string) =>
    onlyOne(jobsOf('AWS::Lambda::EventSourceMapping', construct)).Properties;

  it('are started at once by the stream, only for new transactional mail', () =>
    expect(sourceOf('send-transactional-mail')).toMatchObject({
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
    }));

  it('begin by their queues, campaigns, imports one by one and SES’s events, of which those that fail come again', () => {
    expect(sourceOf('send-campaigns')).toMatchObject({ ScalingConfig: { MaximumConcurrency: 2 } });
    expect(sourceOf('continue-imports')).toMatchObject({
      BatchSize: 1,
      ScalingConfig: { MaximumConcurrency: 2 },
    });
    expect(sourceOf('DeliveryEvents')).toMatchObject({ FunctionResponseTypes: ['ReportBatchItemFailures'] });
    expect(onlyOne(jobsOf('AWS::SES::ConfigurationSetEventDestination')).Properties).toMatchObject({
      EventDestination: {
        Enabled: true,
        MatchingEventTypes: ['send', 'delivery', 'bounce', 'complaint', 'reject'],
      },
    });
  });

  it('are the only ones that may call SES, for the association’s own domain', () => {
    const mailing = [...jobsOf('AWS::IAM::Policy'), ...of('AWS::IAM::Policy')].flatMap((policy) =>
      statements([policy])
        .filter((statement) => actions(statement).some((action) => action.startsWith('ses:')))
        .map((statement) => ({ ...statement, id: policy.id })),
    );
    expect(mailing.map(({ id }) => id.replace(/FunctionRole.*/, '')).sort()).toEqual([
      'sendcampaigns',
      'sendcampaigns',
      'sendtransactionalmail',
    ]);
    for (const { Condition } of mailing.filter((each) => actions(each).includes('ses:SendRawEmail')))
      expect(Condition).toEqual({ StringEquals: { 'ses:FromAddress': 'no-reply@asiagraphics.org' } });
  });
});

it('the table’s stream has two readers, the most that AWS allows without throttling them', () => {
  const readers = jobsOf('AWS::Lambda::EventSourceMapping').filter(({ Properties }) =>
    JSON.stringify(Properties['EventSourceArn']).includes('StreamArn'),
  );
  expect(readers).toHaveLength(2);
});

describe('the mail domain', () => {
  const recordsOf = ({ jobs }: ReturnType<typeof synthesised>) =>
    Object.values(jobs.findOutputs('*'))
      .map(({ Value }) => JSON.stringify(Value))
      .filter((value) => /CNAME| MX | TXT /.test(value));

  it('has bounces at a domain of its own, which SPF checks, and its records in the outputs', () => {
    const made = synthesised(launchChanges);
    expect(onlyOne(jobsOf('AWS::SES::EmailIdentity')).Properties).toMatchObject({
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

  it('is changed without the replacement of an identity: the next is added, then sends', () => {
    const [org, net] = ['asiagraphics.org', 'asia-graphics.gov.hk'];
    const steps = [
      { mailDomain: org },
      { mailDomain: org, otherMailDomain: net },
      { mailDomain: net, otherMailDomain: org },
    ].map((change) => synthesised(change));
    const idOf = { [org]: 'SenderIdentityAsiagraphicsOrg', [net]: 'SenderIdentityAsiaGraphicsGovHk' };
    const sent = steps.map((made) => ({
      ids: made
        .jobsOf('AWS::SES::EmailIdentity')
        .map(({ id, Properties }) => [id, Properties['EmailIdentity']]),
      from: /no-reply@([\w.-]+)/.exec(
        JSON.stringify(made.jobsOf('AWS::Lambda::Function', 'send-campaigns')),
      )?.[1],
      records: recordsOf(made).length,
    }));
    const at = (from: string, ...domains: string[]) => ({
      from,
      ids: domains.map((domain) => [idOf[domain], domain]),
      records: 5 * domains.length,
    });
    expect(sent).toEqual([at(org, org), at(org, org, net), at(net, net, org)]);
  });
});

it('the emails of a deleted account are gone after a week, as the runbook says, with their files’ versions', () => {
  const { LifecycleConfiguration } = onlyOne(dataOf('AWS::S3::Bucket', 'Mail')).Properties;
  expect(LifecycleConfiguration).toMatchObject({
    Rules: expect.arrayContaining([
      expect.objectContaining({ NoncurrentVersionExpiration: { NoncurrentDays: 7 } }),
      expect.objectContaining({ Prefix: 'attachments/', ExpirationInDays: 30 }),
      expect.objectContaining({ Prefix: 'attachments-later/', ExpirationInDays: 396 }),
    ]),
  });
  const runbook = readFileSync(join(import.meta.dirname, '../../../infra/README.md'), 'utf8');
  expect(/\*\*Deleted accounts\*\*.*/.exec(runbook)?.[0]).toContain('versions of their emails after 7 days');
});
