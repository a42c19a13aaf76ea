import type { Duration } from 'aws-cdk-lib';
import { RemovalPolicy } from 'aws-cdk-lib';
import { type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  type FunctionOptions,
  Function as Lambda,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Stage } from '../stages.ts';
import { accept } from './nag.ts';

export interface BackgroundFunctionProps
  extends Pick<FunctionOptions, 'onFailure' | 'reservedConcurrentExecutions' | 'retryAttempts'> {
  stage: Stage;
  /** The built Lambda folder. */
  code: string;
  environment: Record<string, string>;
  rights: PolicyStatement[];
  timeout: Duration;
  memorySize?: number;
}

/** A function that nobody waits for, with a role and a log of its own. */
export class BackgroundFunction extends Construct {
  readonly lambda: Lambda;
  readonly role: Role;
  readonly log: LogGroup;

  constructor(scope: Construct, id: string, props: BackgroundFunctionProps) {
    super(scope, id);
    const { stage, code, rights, memorySize = 512, ...rest } = props;
    const removalPolicy = stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    this.log = new LogGroup(this, 'Log', { retention: RetentionDays.ONE_YEAR, removalPolicy });
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.log.grantWrite(this.role);
    for (const right of rights) this.role.addToPolicy(right);

    this.lambda = new Lambda(this, 'Lambda', {
      ...rest,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.X86_64,
      handler: 'index.handler',
      code: Code.fromAsset(code),
      role: this.role,
      logGroup: this.log,
      memorySize,
    });
    accept(this.lambda, 'Each event is one line of its log.', 'Serverless-LambdaTracing');
    accept(
      this.lambda,
      'Its failure destination or its queue tells more than a dead letter.',
      'Serverless-LambdaDLQ',
    );
  }
}
