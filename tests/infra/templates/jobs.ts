import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { schedules } from '../../../infra/schedules.ts';
import { launchChanges, onlyOne, synthesised } from '../synthesised.ts';

const { jobsOf, dataOf } = synthesised(launchChanges);

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

describe('the mail domain', () => {
  const recordsOf = ({ jobs }: ReturnType<typeof synthesised>) =>
    Object.values(jobs.findOutputs('*'))
      .map(({ Value }) => JSON.stringify(Value))
      .filter((value) => /CNAME| MX | TXT /.test(value));

  it('is changed without the replacement of an identity: the next is added, then sends', () => {
    const [org, net] = ['asiagraphics.org', 'asia-graphics.gov.hk'];
    const steps = [
      { mailDomain: org },
      { mailDomain: org, otherMailDomain: net },
      { mailDomain: net, otherMailDomain: org },
    ].map((change) => synthesised(change));
    const idOf = { [org]: 'SenderIdentityAsiagraphicsOrg', [net]: 'SenderIdentityAsiaGraphicsGovHk' };
    const sent = steps.map((made) => ({
      ids: made.jobsOf('AWS::SES::EmailIdentity').map(({ id, Properties }) => [id, Properties.EmailIdentity]),
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
