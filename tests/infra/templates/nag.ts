import { App, Stack, Validations } from 'aws-cdk-lib';
import { AccountRootPrincipal, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, it } from 'vitest';
import { addChecks } from '../../../infra/constructs/nag.ts';
import { laterChanges, launchChanges, smallDeployment } from '../synthesised.ts';

describe('cdk-nag', () => {
  // The test of `npm run synth` checks both stages as they are, before their launch.
  it('finds nothing in a stage with all additions but the few accepted findings, each with a reason', () => {
    // With the CDK's own validation, which takes longer than all other tests of templates.
    const app = new App({ builtinCloudFormationValidation: true });
    smallDeployment({ ...laterChanges, ...launchChanges }, app);
    addChecks(app);
    expect(() => app.synth()).not.toThrow();

    const accepted = app.node
      .findAll()
      .flatMap(({ node }) => node.metadata)
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.entries<string>(data))
      .filter(([rule]) => /::AwsSolutions-/.test(rule));
    expect(accepted.length).toBeGreaterThan(5);
    expect(accepted.length).toBeLessThanOrEqual(15);
    const kinds = new Set(accepted.map(([rule]) => rule.replace(/\[.*/, '')));
    expect(kinds.size).toBeLessThanOrEqual(15);
    for (const [rule, reason] of accepted) expect(reason.length, rule).toBeGreaterThanOrEqual(10);
  });

  it('stops the synthesis at a finding that is not accepted', () => {
    const app = new App({ builtinCloudFormationValidation: false });
    addChecks(app);
    const stack = new Stack(app, 'website');
    new Bucket(stack, 'Open');
    const everything = new PolicyStatement({ actions: ['s3:GetObject'], resources: ['*'] });
    new Role(stack, 'Role', { assumedBy: new AccountRootPrincipal() }).addToPolicy(everything);
    expect(() => app.synth()).toThrow(
      /(?=[\s\S]*website\/Open)(?=[\s\S]*AwsSolutions-S10)(?=[\s\S]*AwsSolutions-IAM5\[Resource::\*\])/,
    );
  });
});
