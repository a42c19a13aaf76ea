import { describe, expect, it } from 'vitest';
import { LOG_EVENTS } from '#shared/log-events';
import { eventsWithoutAlarm } from '../../../infra/constructs/alarms.ts';
import { synthesised } from '../synthesised.ts';

const { of, jobsOf } = synthesised();
const filters = [...of('AWS::Logs::MetricFilter'), ...jobsOf('AWS::Logs::MetricFilter')].map(
  ({ Properties }) =>
    Properties as { FilterPattern: string; MetricTransformations: Record<string, string>[] },
);
const alarms = [...of('AWS::CloudWatch::Alarm'), ...jobsOf('AWS::CloudWatch::Alarm')].map(
  ({ Properties }) => Properties,
);
const watched = new Set(
  filters.flatMap(({ FilterPattern }) =>
    [...FilterPattern.matchAll(/\$\.event = "([\w-]+)"/g)].map(([, name]) => name),
  ),
);

const errors = Object.entries<readonly string[]>(LOG_EVENTS).flatMap(([name, levels]) =>
  levels.includes('error') ? [name] : [],
);

describe('the log’s events', () => {
  it.each(errors)('%s has an alarm, or a reason for having none', (name) => {
    expect(watched.has(name)).toBe(!(name in eventsWithoutAlarm));
  });

  it('are the only ones that alarms watch', () => {
    expect([...watched].filter((name = '') => !(name in LOG_EVENTS))).toEqual([]);
    expect(Object.keys(eventsWithoutAlarm).filter((name) => !errors.includes(name))).toEqual([]);
  });

  it('have an alarm for every filter, at the first line in five minutes', () => {
    for (const { MetricTransformations } of filters) {
      const { MetricName, MetricNamespace: Namespace } = MetricTransformations[0] ?? {};
      expect(alarms).toContainEqual(
        expect.objectContaining({ MetricName, Namespace, Threshold: 1, Statistic: 'Sum', Period: 300 }),
      );
    }
  });
});
