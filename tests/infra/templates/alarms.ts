import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { LOG_EVENTS } from '#shared/log-events';
import { type TableRights, tableRights } from '../../../infra/table-rights.ts';
import {
  actions,
  findResources,
  launchChanges,
  onlyOne,
  type Statement,
  synthesised,
} from '../synthesised.ts';

const made = synthesised(launchChanges);
const stacks = { alarms: made.alarms, data: made.data, website: made.website, jobs: made.jobs };
const allOf = (type: string) =>
  Object.values(stacks).flatMap((template) => Object.values(findResources(template, type)));
const alarms = allOf('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
const cdnAlarms = Object.values(findResources(made.cdnAlarms, 'AWS::CloudWatch::Alarm')).map(
  ({ Properties }) => Properties,
);
const errors = Object.entries<readonly string[]>(LOG_EVENTS).flatMap(([name, levels]) =>
  levels.includes('error') ? [name] : [],
);

describe('the alarms', () => {
  const topic = Object.keys(made.alarms.findResources('AWS::SNS::Topic'))[0] ?? '';

  it('all go to the one topic, when they go off and when they are over', () => {
    expect(alarms.length).toBeGreaterThan(10);
    for (const { AlarmDescription, AlarmActions, OKActions } of alarms) {
      const [action, ...others] = AlarmActions as object[];
      expect(others, String(AlarmDescription)).toEqual([]);
      expect(JSON.stringify(action)).toMatch(
        new RegExp(`Ref"?:"${topic}"|ImportValue":"[^"]*ExportsOutputRef${topic}`),
      );
      expect(OKActions).toEqual([action]);
    }
  });

  it('go to an encrypted topic, over TLS alone, from this account’s alarms and budgets', () => {
    made.alarms.hasResourceProperties('AWS::SNS::Topic', { KmsMasterKeyId: Match.anyValue() });
    made.alarms.hasResourceProperties('AWS::KMS::Key', { EnableKeyRotation: true });
    const ofAccount = { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } };
    const Principal = { Service: ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com'] };
    made.alarms.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
          Match.objectLike({ Effect: 'Allow', Action: 'sns:Publish', Principal, Condition: ofAccount }),
        ]),
      },
    });
    made.alarms.hasResourceProperties('AWS::KMS::Key', {
      KeyPolicy: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
            Principal,
            Condition: ofAccount,
          }),
        ]),
      },
    });
  });

  it('reach the stage’s address, and nobody without one', () => {
    made.alarms.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'operator@example.org',
    });
    synthesised().alarms.resourceCountIs('AWS::SNS::Subscription', 0);
  });
});

/** What an alarm counts: its metric, or those of its expression. */
interface Counted {
  Namespace: string;
  MetricName: string;
  Dimensions?: { Name: string; Value: unknown }[];
  Statistic?: string;
}

const countedBy = ({ Metrics, ...alarm }: Record<string, unknown>): Counted[] =>
  Metrics === undefined
    ? [alarm as unknown as Counted]
    : (Metrics as { MetricStat?: { Metric: Counted; Stat: string } }[]).flatMap(({ MetricStat }) =>
        MetricStat ? [{ ...MetricStat.Metric, Statistic: MetricStat.Stat }] : [],
      );

/** The alarms that count such a metric. */
const watching = (Namespace: string, MetricName: string) =>
  [...alarms, ...cdnAlarms].filter((alarm) =>
    countedBy(alarm).some((each) => each.Namespace === Namespace && each.MetricName === MetricName),
  );

it('a stage has at most 16 alarms, each of at most ten metrics, all in the sum', () => {
  expect([...alarms, ...cdnAlarms].length).toBeLessThanOrEqual(16);
  for (const alarm of alarms) {
    const metrics = countedBy(alarm);
    expect(metrics.length).toBeLessThanOrEqual(10);
    if (metrics.length === 1) continue;
    const parts = alarm['Metrics'] as { Id: string; Expression?: string; ReturnData?: boolean }[];
    const { Expression } = onlyOne(parts.filter(({ ReturnData }) => ReturnData !== false) as never) as {
      Expression: string;
    };
    for (const { Id } of parts.slice(1)) expect(Expression).toContain(`FILL(${Id}, 0)`);
  }
});

describe('the events of level error', () => {
  const watched = watching('asiagraphics/production', 'LoggedEvents');
  const countedEvents = watched.flatMap((alarm) =>
    countedBy(alarm)
      .filter(({ MetricName }) => MetricName === 'LoggedEvents')
      .map(({ Dimensions = [], Statistic }) => ({
        ...Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value])),
        Statistic,
        Threshold: alarm['Threshold'],
      })),
  ) as { event: string; level: string; Statistic: string; Threshold: number }[];
  const eventsAt = (level: string) =>
    countedEvents.flatMap(({ event, level: its }) => (its === level ? [event] : []));

  // The gateway counts its replies of 5xx, which are these lines and those that no line says.
  it('all have an alarm, but for failed requests', () =>
    expect([...eventsAt('error'), 'request'].sort()).toEqual([...errors].sort()));

  it('are joined by warnings that the product logs', () => {
    expect(eventsAt('warn').sort()).toEqual([
      'administrator-from-new-network',
      'campaign-ended',
      'request-past-cdn',
    ]);
    for (const event of eventsAt('warn'))
      expect(LOG_EVENTS).toHaveProperty(event, expect.arrayContaining(['warn']));
  });

  it('are counted in the log of every function, for the alarms of this stage', () => {
    const counting = allOf('AWS::Logs::MetricFilter')
      .map(({ Properties }) => Properties)
      .filter(({ MetricTransformations }) => JSON.stringify(MetricTransformations).includes('LoggedEvents'));
    const logs = allOf('AWS::Lambda::Function').flatMap(({ Properties }) => {
      const { LogGroup } = (Properties['LoggingConfig'] ?? {}) as { LogGroup?: { Ref: string } };
      return LogGroup && !/^(Custom|Upload)/.test(LogGroup.Ref) ? [LogGroup.Ref] : [];
    });
    expect(logs.length).toBeGreaterThan(8);
    expect(counting.map(({ LogGroupName }) => (LogGroupName as { Ref: string }).Ref).sort()).toEqual(
      logs.sort(),
    );
    for (const { FilterPattern, MetricTransformations } of counting) {
      expect(FilterPattern).toMatch(/^\{ \(\$\.level = "error"\) \|\| /);
      for (const event of eventsAt('warn')) expect(FilterPattern).toContain(`$.event = "${event}"`);
      expect(MetricTransformations).toEqual([
        {
          MetricName: 'LoggedEvents',
          MetricNamespace: 'asiagraphics/production',
          MetricValue: '1',
          Dimensions: [
            { Key: 'event', Value: '$.event' },
            { Key: 'level', Value: '$.level' },
          ],
        },
      ]);
    }
    for (const { Statistic } of countedEvents) expect(Statistic).toBe('Sum');
  });

  it('go off at the first line, but for those that are tried again', () => {
    const patient = countedEvents.filter(({ Threshold }) => Threshold !== 1).map(({ event }) => event);
    expect(patient.sort()).toEqual([
      'delivery-event-failed',
      'delivery-failed',
      'payment-provider-unreachable',
      'reminder-failed',
      'request-past-cdn',
      'run-failed',
    ]);
  });
});

describe('what no event says has an alarm', () => {
  it('each dead-letter queue, at the first message', () => {
    const queues = Object.values(stacks).flatMap((template) =>
      Object.entries(findResources(template, 'AWS::SQS::Queue')),
    );
    const deadLetters = queues.flatMap(([id, { Properties }]) => ('RedrivePolicy' in Properties ? [] : [id]));
    expect(deadLetters).toHaveLength(queues.length - 2);
    const onQueues = watching('AWS/SQS', 'ApproximateNumberOfMessagesVisible');
    for (const alarm of onQueues) expect(alarm).toMatchObject({ Threshold: 1 });
    const counted = onQueues
      .flatMap(countedBy)
      .flatMap(({ Namespace, Dimensions }) => (Namespace === 'AWS/SQS' ? [JSON.stringify(Dimensions)] : []));
    expect(counted).toHaveLength(deadLetters.length);
    // That of campaigns is in the stack of data.
    for (const id of deadLetters)
      expect(
        counted.filter((name) => name.includes(`"${id}"`) || name.includes(`FnGetAtt${id}`)),
      ).toHaveLength(1);
  });

  it.each([
    ['AWS/ApiGateway', '5xx', { Statistic: 'Sum', Threshold: 5 }],
    ['AWS/Lambda', 'Errors', { Threshold: 1 }],
    ['AWS/Lambda', 'Throttles', { Threshold: 10 }],
    ['AWS/DynamoDB', 'ThrottledRequests', { Threshold: 10 }],
    ['AWS/SES', 'Reputation.BounceRate', { Threshold: 1 }],
    ['AWS/SES', 'Reputation.ComplaintRate', { Threshold: 1 }],
  ])('%s %s', (namespace, metric, expected) =>
    expect(onlyOne(watching(namespace, metric) as never)).toMatchObject(expected),
  );

  it('calls of the table that it throttles, each that a function may make', () => {
    const alarm = onlyOne(watching('AWS/DynamoDB', 'ThrottledRequests') as never) as Record<string, unknown>;
    const watched = countedBy(alarm).flatMap(({ Namespace, Dimensions = [] }) =>
      Namespace === 'AWS/DynamoDB'
        ? Dimensions.flatMap(({ Name, Value }) => (Name === 'Operation' ? [String(Value)] : []))
        : [],
    );
    const allowed = Object.values<TableRights>(tableRights).flatMap((rights) => rights.actions);
    // A check of a row is a part of a transaction.
    const called = allowed.filter((action) => action !== 'ConditionCheckItem');
    expect(watched.sort()).toEqual([...new Set([...called, 'TransactWriteItems'])].sort());
  });

  it('the rates of bounces and spam reports, before AWS stops all emails', () => {
    const alarm: { Metrics: unknown } = onlyOne(watching('AWS/SES', 'Reputation.BounceRate') as never);
    expect(JSON.stringify(alarm.Metrics)).toContain(
      'MAX([FILL(bounces, 0) / 0.03, FILL(complaints, 0) / 0.0005])',
    );
  });

  it('calls that the gateway rejects by itself', () => {
    const { Properties } = onlyOne(
      allOf('AWS::Logs::MetricFilter').filter(({ Properties }) =>
        JSON.stringify(Properties).includes('"GatewayThrottled"'),
      ),
    );
    expect(Properties['FilterPattern']).toBe('{ ($.status = "429") && ($.error != "-") }');
    const [{ MetricNamespace }] = Properties['MetricTransformations'] as [{ MetricNamespace: string }];
    expect(watching(MetricNamespace, 'GatewayThrottled')).toHaveLength(1);
  });

  it('the costs of a month, by a budget that tells the same topic', () => {
    made.alarms.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: {
        BudgetType: 'COST',
        TimeUnit: 'MONTHLY',
        BudgetLimit: { Amount: launchChanges.monthlyBudgetUsd, Unit: 'USD' },
      },
      NotificationsWithSubscribers: ['ACTUAL', 'FORECASTED'].map((NotificationType) =>
        Match.objectLike({
          Notification: Match.objectLike({ NotificationType }),
          Subscribers: [{ SubscriptionType: 'SNS', Address: { Ref: Match.stringLikeRegexp('^Topic') } }],
        }),
      ),
    });
  });
});

/** The anchor that GitHub gives a heading: without punctuation, in small letters, with hyphens. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

describe('the runbook', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../infra/README.md'), 'utf8');
  const [, section = ''] = /^## Alarms\n(.*?)^## /ms.exec(text) ?? [];
  const entries = section
    .split(/^### /m)
    .slice(1)
    .map((entry) => ({ heading: entry.split('\n')[0] ?? '', entry }))
    .map((each) => ({ ...each, link: `infra/README.md#${anchorOf(each.heading)}` }));
  const descriptions = [...alarms, ...cdnAlarms].map(({ AlarmDescription }) => String(AlarmDescription));

  it.each(descriptions)('has the entry of: %s', (description) => {
    expect(description.length).toBeLessThanOrEqual(1024);
    const [, members = '', link] = /^(.*\.) Runbook: (\S+)$/.exec(description) ?? [];
    expect(members.length).toBeGreaterThan(20);
    expect(entries.map((each) => each.link)).toContain(link);
  });

  it('has no entry without an alarm', () => {
    const unused = entries.filter(({ link }) => !descriptions.some((each) => each.endsWith(` ${link}`)));
    expect(unused.map(({ heading }) => heading)).toEqual(['Costs exceed the budget']);
  });

  it('imports the sender’s identity by its name in the template', () => {
    const [id = ''] = Object.keys(made.jobs.findResources('AWS::SES::EmailIdentity'));
    expect(text).toContain(`'{"${id}": {"EmailIdentity": "asiagraphics.org"}}'`);
  });

  it('lets a deployment from GitHub read the parameter of each template, without which nothing is rolled back', () => {
    const guide = readFileSync(join(import.meta.dirname, '../../../docs/deploy-from-github.md'), 'utf8');
    const [, policy = ''] = /aws iam put-role-policy .*? --policy-document "(.*?)"$/ms.exec(guide) ?? [];
    const { Statement } = JSON.parse(policy.replaceAll('\\"', '"')) as { Statement: Statement[] };
    const readable = Statement.filter((each) => actions(each).includes('ssm:GetParameters'));
    for (const template of Object.values(stacks))
      for (const { Type, Default } of Object.values(template.findParameters('*')))
        expect([Type, readable.map(({ Resource }) => String(Resource).split(':parameter')[1])]).toEqual([
          'AWS::SSM::Parameter::Value<String>',
          [Default],
        ]);
  });

  it('names only outputs that the stacks have', () => {
    const named = [
      ...text.matchAll(/\b(?:output|lines|dead|purge|redrive|restart) (alarms|data|website|jobs) (\w+)/g),
    ].map(([, stack = '', name = '']) => [stack, name]);
    expect(named.length).toBeGreaterThan(20);
    const [, otherJobs = ''] = /SendTransactionalMailLog run-failed` \(([^)]*)\)/.exec(text) ?? [];
    for (const [, job = ''] of otherJobs.matchAll(/(\w+)…/g)) named.push(['jobs', `${job}Log`]);
    for (const [stack = '', name = ''] of named)
      expect(
        Object.keys(stacks[stack as keyof typeof stacks].findOutputs('*')),
        `${stack} ${name}`,
      ).toContain(name);
  });
});

describe('the alarm of the CDN', () => {
  it('is in the region of its metric, with a topic and a subscription there', () => {
    expect(made.deployment.cdnAlarms.region).toBe('us-east-1');
    const [topic] = Object.keys(made.cdnAlarms.findResources('AWS::SNS::Topic'));
    for (const alarm of cdnAlarms)
      expect(alarm).toMatchObject({ AlarmActions: [{ Ref: topic }], OKActions: [{ Ref: topic }] });
    made.cdnAlarms.hasResourceProperties('AWS::SNS::Subscription', { Endpoint: 'operator@example.org' });
  });

  it('goes off when requests fail', () =>
    expect(cdnAlarms).toEqual([
      expect.objectContaining({
        Namespace: 'AWS/CloudFront',
        MetricName: '5xxErrorRate',
        Dimensions: [
          { Name: 'DistributionId', Value: expect.anything() },
          { Name: 'Region', Value: 'Global' },
        ],
      }),
    ]));
});

it('the runbook names the saved queries, which read the logs of all functions', () => {
  const queries = Object.values(findResources(made.jobs, 'AWS::Logs::QueryDefinition')).map(
    ({ Properties }) => Properties,
  );
  const saved = queries.map(({ Name }) => String(Name).replace('asiagraphics-production/', ''));
  const runbook = readFileSync(join(import.meta.dirname, '../../../infra/README.md'), 'utf8');
  const named = [...runbook.matchAll(/saved query \*(.*?)\*/g)].map(([, name]) => name);
  expect([...new Set(named)].sort()).toEqual(saved.sort());
  const logs = allOf('AWS::Logs::MetricFilter').flatMap(({ Properties }) =>
    JSON.stringify(Properties['MetricTransformations']).includes('LoggedEvents')
      ? [(Properties['LogGroupName'] as { Ref: string }).Ref]
      : [],
  );
  for (const { LogGroupNames } of queries) {
    expect(LogGroupNames).toHaveLength(logs.length);
    for (const id of logs) expect(JSON.stringify(LogGroupNames)).toContain(id);
  }
});
