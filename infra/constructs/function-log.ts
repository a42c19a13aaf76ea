import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '../stages.ts';
import { removalPolicyOf } from './removal.ts';
import { countEvents } from './stage-alarms.ts';

/** A function's log: every line is JSON, those that Lambda itself adds included. */
export class FunctionLog extends LogGroup {
  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id, {
      retention: RetentionDays.ONE_YEAR,
      removalPolicy: removalPolicyOf(stage),
    });
    countEvents(this, stage);
  }

  /** The role of the function that writes it. */
  createRole(scope: Construct): Role {
    const role = new Role(scope, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.grantWrite(role);
    return role;
  }

  /** For the function that writes it, from its built folder. */
  ofFunction(folder: string) {
    return {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.X86_64,
      handler: 'index.handler',
      code: Code.fromAsset(folder),
      logGroup: this,
      loggingFormat: LoggingFormat.JSON,
    };
  }
}
