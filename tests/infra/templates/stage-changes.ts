import { describe, expect, it } from 'vitest';
import { type Stage, stages } from '../../../infra/stages.ts';
import { laterChanges, launchChanges, type Resource, synthesised } from '../synthesised.ts';

const changes: Record<string, Partial<Stage>> = {
  'a domain, a restored table, and a reservation of calls': laterChanges,
  'a second host name, Stripe’s pages, other alarms, budget and days of reminders': launchChanges,
};

/** What only a stage that keeps no data can get. */
const trialChanges: Record<string, Partial<Stage>> = { 'no firewall': { hasNoFirewall: true } };

/** Nothing can make their content or name again. */
const STATEFUL = /::(GlobalTable|Bucket|Secret|Key|Topic|Queue|LogGroup|EmailIdentity|ScheduleGroup|Api)$/;
/** Their settings change without a replacement, but under another logical name there would be another one. */
const ADDRESSED = /::(Distribution|WebACL|Budget)$/;

/** Parameters of Systems Manager, by which the CDK passes values to another region. */
function acrossRegions({ Type, Properties }: Resource): string[] {
  return Type === 'Custom::CrossRegionExportWriter' ? Object.keys(Properties.WriterProps.exports) : [];
}

/** A stack that is no longer part of the stage stays as it was until somebody deletes it: only the others are compared. */
function read(stage: Stage, stacks?: readonly string[]) {
  const made = synthesised(stage);
  const compared = Object.entries(made.templates).filter(([name]) => stacks?.includes(name) ?? true);
  const names = compared.map(([name]) => name);
  const resources = made.resources.filter(({ stack }) => names.includes(stack));
  const ofType = (types: RegExp) => resources.filter(({ Type }) => types.test(Type));
  const outputs = compared.flatMap(([, template]) => Object.values(template.findOutputs('*')));
  return {
    stacks: names,
    exports: [
      ...outputs.flatMap(({ Export }) => Export?.Name ?? []),
      ...resources.flatMap(acrossRegions),
    ].sort(),
    stateful: Object.fromEntries(ofType(STATEFUL).map((each) => [each.id, each])),
    addressed: ofType(ADDRESSED).map(({ id }) => id),
  };
}

describe.each(Object.values(stages))('a running stage ($name)', (stage) => {
  const all = read(stage);

  it('has exports and resources that the next tests would miss', () => {
    expect(all.exports.length).toBeGreaterThan(10);
    expect(Object.keys(all.stateful).length).toBeGreaterThan(20);
    expect(all.addressed).toHaveLength(3);
    expect(all.stacks).toHaveLength(5);
  });

  const possible = stage.keepsData ? changes : trialChanges;
  describe.each(Object.entries(possible))('can get %s', (_, change) => {
    const after = read({ ...stage, ...change });
    const before = read(stage, after.stacks);

    it('and lose it again, without an export that another stack still uses', () =>
      expect(after.exports).toEqual(before.exports));

    it('without a change of what nothing can make again', () => {
      const ids = Object.keys(before.stateful);
      expect(Object.fromEntries(ids.map((id) => [id, after.stateful[id]]))).toEqual(before.stateful);
    });

    it('without a second CDN, firewall or budget in place of the first', () =>
      expect(after.addressed).toEqual(before.addressed));
  });

  it.runIf(stage.keepsData)(
    'can get another origin secret, which the CDN and the API learn by the same deployment',
    () => {
      const after = read({ ...stage, originSecretNumber: 2 });
      const kept = ({ stateful }: typeof after) =>
        Object.fromEntries(Object.entries(stateful).filter(([id]) => !id.startsWith('OriginSecret')));
      const secrets = ({ stateful }: typeof after) =>
        Object.keys(stateful).filter((id) => id.startsWith('OriginSecret'));
      expect(kept(after)).toEqual(kept(all));
      expect([after.exports, after.addressed]).toEqual([all.exports, all.addressed]);

      const [secret = '', ...others] = secrets(after);
      expect([others, secrets(all)]).toEqual([[], [expect.not.stringContaining(secret)]]);
      const { find } = synthesised({ ...stage, originSecretNumber: 2 });
      const using = (type: string) =>
        find(type).filter(({ Properties }) => JSON.stringify(Properties).includes(`"Ref":"${secret}"`));
      expect(using('AWS::CloudFront::Distribution')).toHaveLength(1);
      expect(using('AWS::Lambda::Function')).toHaveLength(1);
    },
  );
});
