import { describe, expect, it } from 'vitest';
import { type Stage, stages } from '../../../infra/stages.ts';
import { synthesised } from '../synthesised.ts';

interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
}
interface Output {
  Export?: { Name: string };
}

const certificateArn = 'arn:aws:acm:us-east-1:111122223333:certificate/0a1b';

/** What the runbook changes in `stages.ts` while a stage is in use. */
const changes: Record<string, Partial<Stage>> = {
  'a domain': { domain: { name: 'www.example.org', certificateArn } },
  'a second host name and a hosted zone': {
    domain: {
      name: 'www.example.org',
      redirectedNames: ['example.org'],
      certificateArn,
      hostedZone: { id: 'Z0123456789', name: 'example.org' },
    },
  },
  'Stripe’s pages': {
    paymentLinks: [
      { id: 'plink_1', type: 'professional', url: 'https://buy.stripe.com/1' },
      { id: 'plink_2', type: 'student', url: 'https://buy.stripe.com/2' },
    ],
  },
  'a restored table': { restoredTable: 'members-of-last-week' },
  'a reservation of calls': { reservedConcurrency: 20 },
  'another address for alarms and another budget': {
    alarmEmail: 'operator@example.org',
    monthlyBudgetUsd: 100,
  },
  'other days of reminders': { reminderStages: ['11-20', '12-20'] },
};

/** Nothing can make their content or name again. */
const STATEFUL = /::(GlobalTable|Bucket|Secret|Key|Topic|Queue|LogGroup|EmailIdentity|ScheduleGroup|Api)$/;

/** Parameters of Systems Manager, by which the CDK passes values to another region. */
function acrossRegions({ Type, Properties = {} }: Resource): string[] {
  if (Type !== 'Custom::CrossRegionExportWriter') return [];
  const { exports } = Properties['WriterProps'] as { exports: Record<string, unknown> };
  return Object.keys(exports);
}

function read(stage: Stage) {
  const { deployment, ...made } = synthesised(stage);
  const templates = [made.alarms, made.data, made.website, made.jobs, made.accessLog, made.firewall].map(
    (template) =>
      template?.toJSON() as { Resources: Record<string, Resource>; Outputs?: Record<string, Output> },
  );
  const resources = templates.flatMap(({ Resources }) => Object.entries(Resources));
  return {
    exports: [
      ...templates.flatMap(({ Outputs = {} }) =>
        Object.values(Outputs).flatMap(({ Export }) => Export?.Name ?? []),
      ),
      ...resources.flatMap(([, resource]) => acrossRegions(resource)),
    ].sort(),
    stateful: Object.fromEntries(resources.filter(([, { Type }]) => STATEFUL.test(Type))),
  };
}

describe.each(Object.values(stages))('a running stage ($name)', (stage) => {
  const before = read(stage);

  it('has exports and resources that the next tests would miss', () => {
    expect(before.exports.length).toBeGreaterThan(10);
    expect(Object.keys(before.stateful).length).toBeGreaterThan(20);
  });

  describe.each(Object.entries(changes))('can get %s', (_, change) => {
    const after = read({ ...stage, ...change });

    it('and lose it again, without an export that another stack still uses', () =>
      expect(after.exports).toEqual(before.exports));

    it('without a change of what nothing can make again', () =>
      expect(after.stateful).toEqual(before.stateful));
  });
});
