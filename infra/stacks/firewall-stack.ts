import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Firewall } from '../constructs/firewall.ts';
import type { Stage } from '../stages.ts';

/** The firewall in front of the CDN. */
export class FirewallStack extends Stack {
  readonly webAclArn: string;

  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { stage: Stage }) {
    super(scope, id, props);
    this.webAclArn = new Firewall(this, 'Firewall', stage).arn;
  }
}
