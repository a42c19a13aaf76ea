import { App, Stack, Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, it } from 'vitest';
import { addChecks } from '../../../infra/constructs/nag.ts';
import type { Stage } from '../../../infra/stages.ts';
import { smallDeployment } from '../synthesised.ts';

/** All that an operator can add to a stage. `npm run synth` checks the stages as they are, before their launch. */
const additions: Partial<Stage> = {
  domain: {
    name: 'www.example.org',
    redirectedNames: ['example.org'],
    certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/0a1b',
    hostedZone: { id: 'Z0123456789', name: 'example.org' },
  },
  alarmEmail: 'operator@example.org',
  reservedConcurrency: 20,
  restoredTable: 'members-of-last-week',
  paymentLinks: [{ id: 'plink_1', type: 'student', url: 'https://buy.stripe.com/1' }],
};

describe('cdk-nag', () => {
  it.each([
    ['a stage with all additions', additions],
    ['a stage for trials', { ...additions, name: 'staging', keepsData: false, hasNoFirewall: true }],
  ])('finds nothing in %s but the few accepted findings, each with a reason', (_, changes) => {
    const { app } = smallDeployment(changes);
    addChecks(app);
    expect(() => app.synth()).not.toThrow();

    const accepted = app.node
      .findAll()
      .flatMap(({ node }) => node.metadata)
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.entries<string>(data))
      .filter(([rule]) => /::(AwsSolutions|Serverless)-/.test(rule));
    expect(accepted.length).toBeGreaterThan(5);
    const kinds = new Set(accepted.map(([rule]) => rule.replace(/\[.*/, '')));
    expect(kinds.size).toBeLessThanOrEqual(15);
    expect(accepted.length).toBeLessThanOrEqual(90);
    for (const [rule, reason] of accepted) expect(reason.length, rule).toBeGreaterThanOrEqual(10);
  });

  it('stops the synthesis at a finding that is not accepted', () => {
    const app = new App();
    addChecks(app);
    new Bucket(new Stack(app, 'website'), 'Open');
    expect(() => app.synth()).toThrow(/website\/Open[\s\S]*AwsSolutions-S10/);
  });
});
