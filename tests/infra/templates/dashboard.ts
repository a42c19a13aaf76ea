import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOG_EVENTS } from '#shared/log-events';
import { findResources, synthesised } from '../synthesised.ts';

const made = synthesised();
const body = JSON.stringify(
  Object.values(findResources(made.dashboard, 'AWS::CloudWatch::Dashboard'))[0]?.Properties,
);
const queries = Object.values(findResources(made.dashboard, 'AWS::Logs::QueryDefinition')).map(
  ({ Properties }) => Properties,
);

/** The logs of all functions with our code, by their ids in the templates. */
const logs = [made.data, made.website, made.jobs].flatMap((template) =>
  Object.values(findResources(template, 'AWS::Lambda::Function')).flatMap(({ Properties }) => {
    const { LogFormat, LogGroup } = (Properties['LoggingConfig'] ?? {}) as {
      LogFormat?: string;
      LogGroup?: { Ref: string };
    };
    return JSON.stringify(Properties['Runtime']).includes('nodejs24') && LogGroup
      ? [{ id: LogGroup.Ref, LogFormat }]
      : [];
  }),
);

describe('the dashboard', () => {
  it('reads the logs of all functions, of which every line is JSON', () => {
    expect(logs.length).toBeGreaterThan(8);
    for (const { id, LogFormat } of logs) {
      expect(LogFormat, id).toBe('JSON');
      expect(body).toContain(`ExportsOutputRef${id}`);
      for (const { LogGroupNames } of queries)
        expect(JSON.stringify(LogGroupNames)).toContain(`ExportsOutputRef${id}`);
    }
  });

  it('answers each question with events that the product logs', () => {
    for (const question of ['logging in?', 'paying?', 'getting mail?', 'answered?', 'jobs run?'])
      expect(body).toContain(question);
    const named = [...body.matchAll(/filter event in \[(.*?)\]/g)].flatMap(([, list = '']) => [
      ...list.matchAll(/[a-z-]+/g),
    ]);
    expect(named.length).toBeGreaterThan(20);
    for (const [event] of named) expect(LOG_EVENTS).toHaveProperty(event);
  });

  it('has the saved queries that the runbook names', () => {
    const runbook = readFileSync(join(import.meta.dirname, '../../../infra/README.md'), 'utf8');
    const named = [...runbook.matchAll(/saved query \*(.*?)\*/g)].map(([, name]) => name);
    const saved = queries.map(({ Name }) => String(Name).replace('asiagraphics-production/', ''));
    expect(named.length).toBeGreaterThan(3);
    expect(saved).toEqual(expect.arrayContaining(named));
  });
});
