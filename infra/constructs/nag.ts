import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, type IApplyRule } from 'cdk-nag';
import type { IConstruct } from 'constructs';

/** Findings that are accepted wherever they are, by their rule. */
const accepted: Readonly<Record<string, string>> = {
  APIG4: 'Visitors log in and register; the API decides call by call, from its table of endpoints.',
  CFR1: 'Members live all over the world.',
  CFR2: 'Only a stage for trials can be without a firewall.',
  CFR3: 'The stack "edge" sets up the CDN’s log: only CloudFront’s newer logging can leave out queries.',
  CFR4: 'CloudFront’s own name and certificate, until the stage has a domain.',
  L1: 'The CDK’s own functions, which deployments run and watch. The version of ours is tested.',
  S1: 'The CDN logs who reads site and images, and the functions log what they do with other files. A read by a link that lives for minutes is logged nowhere.',
  SMG4: 'Secrets are changed by hand (runbook): a timer would end sessions, or void passwords, links and payments.',
  SQS3: 'The dead-letter queues themselves.',
};

/** Rights to objects, schedules or identities below a path: their names are not known here. */
const BELOW_A_PATH = /^Resource::[^*]+\/[^*]*\*$/;

class Checks extends AwsSolutionsChecks {
  protected override applyRule(params: IApplyRule): void {
    const rule: IApplyRule['rule'] = (node) => {
      const result = params.rule(node);
      return Array.isArray(result) ? result.filter((finding) => !BELOW_A_PATH.test(finding)) : result;
    };
    Object.defineProperty(rule, 'name', { value: params.rule.name });
    super.applyRule({ ...params, rule });
  }
}

/** Their findings stop the synthesis. */
export function addChecks(app: App): void {
  Validations.of(app).addPlugins(new Checks(app));
  for (const [rule, reason] of Object.entries(accepted)) acknowledge(app, reason, `AwsSolutions-${rule}`);
}

/** Accepts a finding about this construct, with the reason. */
export const acknowledge = (scope: IConstruct, reason: string, id: string): void =>
  Validations.of(scope).acknowledge({ id, reason });
