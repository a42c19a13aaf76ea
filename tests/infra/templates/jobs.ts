import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { envNames } from '../../../functions/env-names.ts';
import { schedules } from '../../../infra/schedules.ts';
import { actions, onlyOne, statements, synthesised } from '../synthesised.ts';

const { jobs, jobsOf, of, recordsOf } = synthesised();
const worker = onlyOne(jobsOf('AWS::Lambda::Function', 'MailWorker'));

describe('the mail worker', () => {
  it('is told its table and its sender, and no secret', () => {
    const { Variables } = worker.Properties['Environment'] as { Variables: Record<string, unknown> };
    expect(Object.keys(Variables).sort()).toEqual([envNames.mailFrom, envNames.tableName].sort());
  });

  it('is started every minute, by the list that the local clock reads', () => {
    expect(schedules).toContainEqual({ job: 'deliver-mail', everyMinutes: 1 });
    jobs.hasResourceProperties('AWS::Scheduler::Schedule', {
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Target: Match.objectLike({ DeadLetterConfig: Match.anyValue(), RetryPolicy: Match.anyValue() }),
    });
  });

  it('is started at once by the stream, for new mail alone', () => {
    jobs.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      StartingPosition: 'LATEST',
      DestinationConfig: { OnFailure: Match.anyValue() },
      FilterCriteria: {
        Filters: [
          { Pattern: JSON.stringify({ eventName: ['INSERT'], dynamodb: { Keys: { sk: { S: ['MAIL'] } } } }) },
        ],
      },
    });
    const table = onlyOne(recordsOf('AWS::DynamoDB::GlobalTable'));
    expect(table.Properties['StreamSpecification']).toEqual({ StreamViewType: 'NEW_IMAGE' });
  });

  it('keeps the starts that failed for a fortnight, in a queue that speaks TLS alone', () => {
    jobs.hasResourceProperties('AWS::SQS::Queue', {
      MessageRetentionPeriod: 14 * 86_400,
      SqsManagedSseEnabled: true,
    });
    jobs.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      MaximumRetryAttempts: 0,
      DestinationConfig: { OnFailure: Match.anyValue() },
    });
  });

  it('alone may call SES, for the association’s own name', () => {
    const mailing = (resources: ReturnType<typeof of>) =>
      statements(resources).filter((statement) =>
        actions(statement).some((action) => action.startsWith('ses:')),
      );
    const own = mailing(jobsOf('AWS::IAM::Policy'));
    expect(own.flatMap(actions)).toEqual(['ses:SendRawEmail']);
    expect(JSON.stringify(own)).toContain('identity/');
    expect(mailing(of('AWS::IAM::Policy'))).toEqual([]);
  });

  it('reads and updates items and asks one index, nothing else of the table', () => {
    const granted = statements(jobsOf('AWS::IAM::Policy', 'MailWorkerRole')).flatMap(actions);
    const onItems = granted.filter(
      (action) => action.startsWith('dynamodb:') && !/Stream|Shard|Records/.test(action),
    );
    expect(onItems.sort()).toEqual(['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem']);
  });
});

describe('the reminders', () => {
  const reminders = onlyOne(jobsOf('AWS::Lambda::Function', 'Reminders'));
  const variables = ({ Properties }: typeof reminders) =>
    (Properties['Environment'] as { Variables: Record<string, unknown> }).Variables;

  it('are told the table and where the site is, and the stages where a deployment has its own', () => {
    expect(Object.keys(variables(reminders)).sort()).toEqual([envNames.siteUrl, envNames.tableName]);
    const other = synthesised({ reminderStages: ['11-20'] });
    expect(variables(onlyOne(other.jobsOf('AWS::Lambda::Function', 'Reminders')))).toMatchObject({
      [envNames.reminderStages]: '["11-20"]',
    });
  });

  it('start every day at nine in Hong Kong, by the list that the local clock reads', () => {
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

  it('have time for all members, try again, and keep what failed', () => {
    expect(reminders.Properties['Timeout']).toBe(600);
    jobs.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      MaximumRetryAttempts: 2,
      DestinationConfig: { OnFailure: Match.anyValue() },
    });
    jobs.hasResourceProperties('AWS::SQS::Queue', { VisibilityTimeout: 3600 });
  });

  it('may read members, and write only what is new', () => {
    const granted = statements(jobsOf('AWS::IAM::Policy', 'RemindersRole')).filter((statement) =>
      actions(statement).some((action) => action.startsWith('dynamodb:')),
    );
    expect(granted.map(actions)).toEqual([
      ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:ConditionCheckItem'],
      ['dynamodb:Query'],
    ]);
    expect(JSON.stringify(granted[1]?.Resource)).toContain('/index/directory');
  });
});

it('an alarm says of every job that a start has failed', () => {
  const alarms = jobsOf('AWS::CloudWatch::Alarm');
  expect(alarms).toHaveLength(jobsOf('AWS::Lambda::Function').length);
  for (const { Properties } of alarms) {
    expect(Properties).toMatchObject({
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Threshold: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
    });
  }
});
