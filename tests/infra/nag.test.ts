import { Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, it } from 'vitest';
import { addChecks } from '../../infra/constructs/nag.ts';
import { smallDeployment } from './synthesised.ts';

function checked() {
  const made = smallDeployment();
  addChecks(made.app);
  return made;
}

describe('cdk-nag', () => {
  it('finds nothing but the few accepted findings, each with a reason', () => {
    const { app } = checked();
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
    expect(accepted.length).toBeLessThanOrEqual(75);
    for (const [rule, reason] of accepted) expect(reason.length, rule).toBeGreaterThanOrEqual(10);
  });

  it('stops the synthesis at a finding that is not accepted', () => {
    const { app, deployment } = checked();
    new Bucket(deployment.website, 'Open');
    expect(() => app.synth()).toThrow(/website\/Open[\s\S]*AwsSolutions-S10/);
  });
});
