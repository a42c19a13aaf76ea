import { LoggingFormat } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '../stages.ts';
import { countEvents } from './event-alarms.ts';
import { removalPolicyOf } from './removal.ts';

/** A function's log: every line is JSON, those that Lambda itself adds included. */
export class FunctionLog extends LogGroup {
  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id, {
      retention: RetentionDays.ONE_YEAR,
      removalPolicy: removalPolicyOf(stage),
    });
    countEvents(this, stage);
  }

  /** For the function that writes it. */
  get ofFunction() {
    return { logGroup: this, loggingFormat: LoggingFormat.JSON };
  }
}
