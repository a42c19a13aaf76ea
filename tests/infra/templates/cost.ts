import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { budgetFor, fixedUnits, monthlyCost, SIZES, tableOfSizes, totalOf } from '../../../infra/cli/cost.ts';
import { prices } from '../../../infra/cli/prices.ts';
import { runCommand } from '../../../infra/cli/program.ts';
import { stages } from '../../../infra/stages.ts';
import { findResources, type Resource, synthesised } from '../synthesised.ts';

/** The metric of an alarm, but for those that AWS fills free of charge. */
const ownMetric = ({ Properties: { Namespace, MetricName, Dimensions } }: Resource): string[] =>
  String(Namespace).startsWith('AWS/') ? [] : [JSON.stringify([Namespace, MetricName, Dimensions])];

describe('the cost estimate', () => {
  const { alarms, data, firewall, website, accessLog, cdnAlarms, jobs, dashboard } = synthesised();
  const templates = [alarms, data, firewall, website, accessLog, cdnAlarms, jobs, dashboard];
  const of = (type: string) =>
    templates.flatMap((template) => (template ? Object.values(findResources(template, type)) : []));

  it('counts what the templates have', () =>
    expect(fixedUnits).toEqual({
      webAcls: of('AWS::WAFv2::WebACL').length,
      firewallRules: of('AWS::WAFv2::WebACL').flatMap(({ Properties }) => Properties['Rules']).length,
      // A metric of our own for each set of dimensions, whether or not its event was ever logged.
      metrics: new Set(of('AWS::CloudWatch::Alarm').flatMap(ownMetric)).size,
      keys: of('AWS::KMS::Key').length,
      secrets: of('AWS::SecretsManager::Secret').length,
      alarms: of('AWS::CloudWatch::Alarm').length,
    }));

  it('has a price with its source for every unit', () => {
    expect(
      monthlyCost(1)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(prices).sort());
    for (const { usd, source, page } of Object.values(prices)) {
      expect(usd).toBeGreaterThan(0);
      expect(source).toMatch(/^https:\/\//);
      expect(page).toMatch(/^https:\/\/aws\.amazon\.com\/[a-z0-9-]+\/pricing\//);
    }
  });

  it('is printed line by line for a number of members', async () => {
    const lines = (await runCommand(['cost', '--members', '1000'], {})).split('\n');
    expect(lines[0]).toBe('A month with 1,000 members:');
    expect(lines).toContain('        0.30  Emails: 3,000');
    await expect(runCommand(['cost', '--members', 'many'], {})).rejects.toThrow(
      '--members must be a number, for example 1000.',
    );
  });

  it('grows with the members', () => {
    const totals = SIZES.map((members) => totalOf(monthlyCost(members)));
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
  });

  const page = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');

  it('equals the table in the runbook', () => {
    const [head = [], ...rows] = tableOfSizes();
    const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
    expect(page('infra/README.md')).toContain([line(head), '|---:|---:|---:|', ...rows.map(line)].join('\n'));
  });

  it('holds the price of alarms and their keys and metrics in the runbook', () => {
    const ofAlarms = monthlyCost(0).filter(({ name }) => ['alarms', 'metrics', 'keys'].includes(name));
    expect(page('infra/README.md')).toContain(
      `cost at most ${Math.ceil(totalOf(ofAlarms))} US dollars a month;`,
    );
  });

  it.each(SIZES.filter((members) => members > 0))('stands in the README for %i members', (members) => {
    const dollars = Math.round(totalOf(monthlyCost(members))).toLocaleString('en');
    expect(page('README.md')).toMatch(new RegExp(`US\\$ ${dollars} for ${members.toLocaleString('en')}[ ,]`));
  });

  it('makes the budget of production: twice of what 10,000 members cost', () =>
    expect(stages.production.monthlyBudgetUsd).toBe(budgetFor(10_000)));

  it('makes the budget of staging: twice of the fixed part', () =>
    expect(stages.staging.monthlyBudgetUsd).toBe(budgetFor(0)));
});
