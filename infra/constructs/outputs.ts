import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** Outputs of the stack, by which the runbook's commands find what has a generated name: "SendCampaignsLog" and others. */
export function addOutputs(scope: Construct, name: string, values: Readonly<Record<string, string>>): void {
  const prefix = name.replace(/(^|-)([a-z])/g, (_, _hyphen, letter: string) => letter.toUpperCase());
  for (const [what, value] of Object.entries(values))
    new CfnOutput(Stack.of(scope), `${prefix}${what}`, { value });
}
