import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { LOG_EVENTS } from '#shared/log-events';
import { runbookLink } from '../../../infra/constructs/alarms.ts';
import { stages } from '../../../infra/stages.ts';
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
    expect(alarms.length).toBeGreaterThan(30);
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

  it('take missing values for good ones', () => {
    for (const alarm of alarms)
      expect(alarm).toMatchObject({
        TreatMissingData: 'notBreaching',
        ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      });
  });
});

describe('the events of level error', () => {
  const watched = alarms.filter(({ MetricName }) => MetricName === 'LoggedEvents');
  const dimensionsOf = ({ Dimensions }: Record<string, unknown>) =>
    Object.fromEntries(
      (Dimensions as { Name: string; Value: string }[]).map(({ Name, Value }) => [Name, Value]),
    );
  const eventsAt = (level: string) =>
    watched.map(dimensionsOf).flatMap(({ event, level: its }) => (its === level ? [event] : []));

  it('all have an alarm', () => expect(eventsAt('error').sort()).toEqual([...errors].sort()));

  it('are joined by warnings that the product logs', () => {
    expect(eventsAt('warn')).toEqual(
      expect.arrayContaining(['administrator-from-new-network', 'request-past-cdn']),
    );
    for (const event of eventsAt('warn'))
      expect(LOG_EVENTS).toHaveProperty(String(event), expect.arrayContaining(['warn']));
  });

  it('are counted in the log of every function, for the alarms of this stage', () => {
    const counting = allOf('AWS::Logs::MetricFilter')
      .map(({ Properties }) => Properties)
      .filter(({ MetricTransformations }) => JSON.stringify(MetricTransformations).includes('LoggedEvents'));
    const logs = allOf('AWS::Lambda::Function').flatMap(({ Properties }) => {
      const { LogGroup } = (Properties['LoggingConfig'] ?? {}) as { LogGroup?: { Ref: string } };
      return JSON.stringify(Properties['Runtime']).includes('nodejs24') && LogGroup ? [LogGroup.Ref] : [];
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
    for (const alarm of watched)
      expect(alarm).toMatchObject({ Namespace: 'asiagraphics/production', Statistic: 'Sum' });
  });

  it('go off at the first line, but for those that are tried again', () => {
    const patient = watched
      .filter(({ Threshold }) => Threshold !== 1)
      .map((alarm) => dimensionsOf(alarm)['event']);
    expect(patient.sort()).toEqual([
      'delivery-event-failed',
      'delivery-failed',
      'payment-provider-unreachable',
      'request',
      'request-past-cdn',
      'run-failed',
    ]);
  });
});

describe('what no event says has an alarm', () => {
  const watching = (Namespace: string, MetricName: string) =>
    alarms.filter((alarm) => alarm['Namespace'] === Namespace && alarm['MetricName'] === MetricName);

  it('each dead-letter queue, at the first message', () => {
    const queues = Object.values(stacks).flatMap((template) =>
      Object.entries(findResources(template, 'AWS::SQS::Queue')),
    );
    const deadLetters = queues.flatMap(([id, { Properties }]) => ('RedrivePolicy' in Properties ? [] : [id]));
    expect(deadLetters).toHaveLength(queues.length - 2);
    const onQueues = watching('AWS/SQS', 'ApproximateNumberOfMessagesVisible');
    for (const alarm of onQueues) expect(alarm).toMatchObject({ Threshold: 1 });
    expect(onQueues.map(({ Dimensions }) => JSON.stringify(Dimensions)).sort()).toEqual(
      deadLetters
        .map((id) => JSON.stringify([{ Name: 'QueueName', Value: { 'Fn::GetAtt': [id, 'QueueName'] } }]))
        .sort(),
    );
  });

  it.each([
    ['AWS/ApiGateway', '5xx', { Statistic: 'Sum', Threshold: 5 }],
    ['AWS/ApiGateway', 'Latency', { ExtendedStatistic: 'p95', Threshold: 3000, EvaluationPeriods: 3 }],
    ['AWS/Lambda', 'Errors', { Statistic: 'Sum', Threshold: 1 }],
    ['AWS/Lambda', 'Throttles', { Statistic: 'Sum', Threshold: 1 }],
    ['AWS/SES', 'Reputation.BounceRate', { Statistic: 'Maximum', Threshold: 0.03 }],
    ['AWS/SES', 'Reputation.ComplaintRate', { Statistic: 'Maximum', Threshold: 0.0005 }],
  ])('%s %s', (namespace, metric, expected) =>
    expect(onlyOne(watching(namespace, metric) as never)).toMatchObject(expected),
  );

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

  it('is linked from the alarms by the repository’s address, once that is known', () =>
    expect(runbookLink('Calls fail', 'https://github.com/owner/name')).toBe(
      'https://github.com/owner/name/blob/main/infra/README.md#calls-fail',
    ));

  it.each(entries)(
    'says of "$heading" what it means for members, how to look, how to mend and when it is over',
    ({ entry }) =>
      expect(entry.match(/^- \*\*\w+\.\*\*/gm)).toEqual(
        ['Members', 'Look', 'Mend', 'Over'].map((each) => `- **${each}.**`),
      ),
  );

  it('imports the sender’s identity by its name in the template', () => {
    const [id = ''] = Object.keys(made.jobs.findResources('AWS::SES::EmailIdentity'));
    expect(text).toContain(`'{"${id}": {"EmailIdentity": "MAILDOMAIN"}}'`);
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

describe('the alarms of the CDN and its firewall', () => {
  it('are in the region of their metrics, with a topic and a subscription there', () => {
    expect(made.deployment.cdnAlarms.region).toBe('us-east-1');
    const [topic] = Object.keys(made.cdnAlarms.findResources('AWS::SNS::Topic'));
    for (const alarm of cdnAlarms)
      expect(alarm).toMatchObject({ AlarmActions: [{ Ref: topic }], OKActions: [{ Ref: topic }] });
    made.cdnAlarms.hasResourceProperties('AWS::SNS::Subscription', { Endpoint: 'operator@example.org' });
  });

  it('go off when requests fail, and when many are blocked', () =>
    expect(cdnAlarms).toEqual([
      expect.objectContaining({
        Namespace: 'AWS/CloudFront',
        MetricName: '5xxErrorRate',
        Dimensions: [
          { Name: 'DistributionId', Value: expect.anything() },
          { Name: 'Region', Value: 'Global' },
        ],
      }),
      expect.objectContaining({
        Namespace: 'AWS/WAFV2',
        MetricName: 'BlockedRequests',
        Dimensions: [
          { Name: 'Rule', Value: 'ALL' },
          { Name: 'WebACL', Value: 'asiagraphics-production' },
        ],
      }),
    ]));

  it('count the blocked requests under the name that the firewall gives them', () => {
    const acl = onlyOne(Object.values(findResources(made.firewall as Template, 'AWS::WAFv2::WebACL')));
    expect(acl.Properties['VisibilityConfig']).toMatchObject({ MetricName: 'asiagraphics-production' });
  });

  it('have none of a firewall that a stage does without', () => {
    const trial = synthesised({ ...stages.staging, hasNoFirewall: true });
    trial.cdnAlarms.resourceCountIs('AWS::CloudWatch::Alarm', 1);
  });
});
