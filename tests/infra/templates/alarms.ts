import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { LOG_EVENTS } from '#shared/log-events';
import { launchChanges, synthesised, type TemplatePart } from '../synthesised.ts';

const made = synthesised(launchChanges);
const topics = made.find('AWS::SNS::Topic');
const runbook = readFileSync(join(import.meta.dirname, '../../../infra/README.md'), 'utf8');

const alarms = made.find('AWS::CloudWatch::Alarm').map(({ stack, Properties }) => {
  const parts: TemplatePart[] = Properties.Metrics ?? [];
  const inParts = parts.filter(({ MetricStat }) => MetricStat);
  return {
    stack,
    description: String(Properties.AlarmDescription),
    actions: [Properties.AlarmActions, Properties.OKActions],
    expression: parts.map(({ Expression }) => Expression ?? '').join(''),
    ids: inParts.map(({ Id }) => Id),
    /** The metrics that it counts, alone or in an expression. */
    counted: parts.length > 0 ? inParts.map(({ MetricStat }) => MetricStat.Metric) : [Properties],
  };
});
const counted = alarms.flatMap((alarm) => alarm.counted);
/** The values of a dimension of a metric, over all alarms. */
const watched = (metric: string, dimension: string) =>
  counted.flatMap(({ MetricName, Dimensions = [] }) =>
    MetricName === metric
      ? Dimensions.flatMap(({ Name, Value }: TemplatePart) => (Name === dimension ? [Value] : []))
      : [],
  );

describe('the alarms', () => {
  it('all go to the topic of their region, when they go off and when they are over', () => {
    for (const { stack, actions, description } of alarms) {
      const topic = topics.find((each) => (stack === 'edge') === (each.stack === 'edge'))?.id;
      const [[action, ...others], over] = actions;
      expect([others, over], description).toEqual([[], [action]]);
      expect(JSON.stringify(action)).toMatch(
        new RegExp(`"Ref":"${topic}"|ImportValue":"[^"]*ExportsOutputRef${topic}`),
      );
    }
  });

  it('reach the stage’s address, and nobody without one', () => {
    const addresses = (stage = made) =>
      stage.find('AWS::SNS::Subscription').map(({ Properties }) => Properties.Endpoint);
    expect(addresses()).toEqual(topics.map(() => 'operator@example.org'));
    expect(addresses(synthesised())).toEqual([]);
  });

  it('are at most 16 of a stage, each of at most ten metrics, all in the sum', () => {
    expect(alarms.length).toBeGreaterThan(10);
    expect(alarms.length).toBeLessThanOrEqual(16);
    for (const { counted, ids, expression } of alarms) {
      expect(counted.length).toBeLessThanOrEqual(10);
      for (const id of ids) expect(expression).toContain(`FILL(${id}, 0)`);
    }
  });
});

describe('the events of level error', () => {
  const levelsOf = Object.entries<readonly string[]>(LOG_EVENTS);
  const errors = levelsOf.flatMap(([event, levels]) => (levels.includes('error') ? [event] : []));
  const warnings = ['administrator-from-new-network', 'campaign-ended', 'request-past-cdn'];
  const counting = made
    .find('AWS::Logs::MetricFilter')
    .filter(({ Properties }) => JSON.stringify(Properties).includes('"LoggedEvents"'))
    .map(({ Properties }) => Properties);

  // The gateway counts its replies of 5xx, which are these lines and those that no line says.
  it('all have an alarm, but for failed requests, and three warnings have one', () => {
    expect([...watched('LoggedEvents', 'event'), 'request'].sort()).toEqual([...errors, ...warnings].sort());
    for (const event of warnings) expect(LOG_EVENTS).toHaveProperty(event, expect.arrayContaining(['warn']));
  });

  it('are counted in the log of every function, for the alarms of this stage', () => {
    const logs = made.find('AWS::Lambda::Function').flatMap(({ Properties }) => {
      const { LogGroup } = Properties.LoggingConfig ?? {};
      return LogGroup && !/^(Custom|Upload)/.test(LogGroup.Ref) ? [LogGroup.Ref] : [];
    });
    expect(logs.length).toBeGreaterThan(8);
    expect(counting.map(({ LogGroupName }) => LogGroupName.Ref).sort()).toEqual(logs.sort());
    for (const { FilterPattern } of counting)
      for (const part of ['{ ($.level = "error") || ', ...warnings.map((event) => `$.event = "${event}"`)])
        expect(FilterPattern).toContain(part);
    const spaces = counted.filter(({ MetricName }) => MetricName === 'LoggedEvents');
    expect(new Set(spaces.map(({ Namespace }) => Namespace))).toEqual(new Set(['asiagraphics/production']));
    expect(JSON.stringify(counting)).toContain('"MetricNamespace":"asiagraphics/production"');
  });
});

describe('what no event says has an alarm', () => {
  it('each dead-letter queue', () => {
    const queues = made.find('AWS::SQS::Queue');
    const deadLetters = queues.filter(({ Properties }) => !('RedrivePolicy' in Properties));
    expect(deadLetters).toHaveLength(queues.length - 3);
    const names = watched('ApproximateNumberOfMessagesVisible', 'QueueName').map((name) =>
      JSON.stringify(name),
    );
    expect(names).toHaveLength(deadLetters.length);
    // Those of campaigns and imports are in the stack of data.
    for (const { id } of deadLetters)
      expect(names.filter((name) => new RegExp(`"${id}"|FnGetAtt${id}`).test(name))).toHaveLength(1);
  });
});

describe('the runbook', () => {
  const [, section = ''] = /^## Alarms\n(.*?)^## /ms.exec(runbook) ?? [];
  /** As GitHub makes them of headings: without punctuation, in small letters, with hyphens. */
  const anchors = [...section.matchAll(/^### (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  );
  const linked = alarms.map(({ description }) => /#(.*)$/.exec(description)?.[1]);

  it.each(alarms)('has the entry of: $description', ({ description }) => {
    expect(description.length).toBeLessThanOrEqual(1024);
    const [, members = '', anchor] = /^(.*\.) Runbook: \S*infra\/README\.md#(.*)$/.exec(description) ?? [];
    expect(members.length).toBeGreaterThan(20);
    expect(anchors).toContain(anchor);
  });

  it('has no entry without an alarm', () =>
    expect(anchors.filter((anchor) => !linked.includes(anchor))).toEqual(['costs-exceed-the-budget']));

  it('names only outputs that the stacks have', () => {
    const named = [
      ...runbook.matchAll(/\b(?:output|lines|dead|purge|redrive|restart) (data|website|edge|jobs) (\w+)/g),
    ].map(([, stack, name]) => `${stack} ${name}`);
    expect(named.length).toBeGreaterThan(20);
    const [, otherJobs = ''] = /SendTransactionalMailLog run-failed` \(([^)]*)\)/.exec(runbook) ?? [];
    for (const [, job] of otherJobs.matchAll(/(\w+)…/g)) named.push(`jobs ${job}Log`);
    const outputs = Object.entries<Template>(made.templates).flatMap(([stack, template]) =>
      Object.keys(template.findOutputs('*')).map((name) => `${stack} ${name}`),
    );
    expect(outputs).toEqual(expect.arrayContaining(named));
  });
});
