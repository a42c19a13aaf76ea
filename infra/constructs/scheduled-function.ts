import { Duration, TimeZone } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  FilterCriteria,
  FilterRule,
  type FunctionOptions,
  Function as Lambda,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { HONG_KONG_TIME_ZONE } from '#shared/hong-kong';
import { lambdaSeconds } from '../../functions/platform/time-limits.ts';
import type { FunctionName } from '../build-functions.ts';
import { type Recurrence, type ScheduledJob, schedules } from '../schedules.ts';
import type { Stage } from '../stages.ts';
import { FunctionLog } from './function-log.ts';
import { addOutputs } from './outputs.ts';
import { createDeadLetterQueue } from './queue.ts';

export interface ScheduledFunctionProps extends Omit<BackgroundFunctionProps, 'timeout' | 'onFailure'> {
  name: ScheduledJob;
  /** Whether it has anything to do at this stage. */
  isScheduled?: boolean;
}

/** A function with its own permissions, its schedule, and a queue for failed starts. */
export class ScheduledFunction extends Construct {
  readonly lambda: Lambda;
  readonly role: Role;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, props: ScheduledFunctionProps) {
    super(scope, id);
    const { isScheduled = true, ...functionProps } = props;
    const { name } = functionProps;
    const timeout = Duration.seconds(lambdaSeconds[name]);
    const recurrence: Recurrence = schedules.find(({ job }) => job === name) ?? { everyMinutes: 1 };
    const isDaily = 'everyDayAtHongKong' in recurrence;
    this.deadLetters = createDeadLetterQueue(this, name, Duration.minutes(6 * timeout.toMinutes()));
    const onFailure = new SqsDestination(this.deadLetters);
    const { lambda, role } = new BackgroundFunction(this, 'Function', {
      ...functionProps,
      timeout,
      onFailure,
      // Most functions start again within a minute anyway; a daily one tries again.
      retryAttempts: isDaily ? 2 : 0,
    });
    this.lambda = lambda;
    this.role = role;

    const scheduler = new Role(this, 'Scheduler', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com'),
    });
    for (const [action, resource] of [
      ['lambda:InvokeFunction', lambda.functionArn],
      ['sqs:SendMessage', this.deadLetters.queueArn],
    ] as const)
      scheduler.addToPolicy(new PolicyStatement({ actions: [action], resources: [resource] }));
    new Schedule(this, 'Schedule', {
      schedule: toScheduleExpression(recurrence),
      target: new LambdaInvoke(this.lambda, {
        // Otherwise the target would allow every version of the function too.
        role: scheduler.withoutPolicyUpdates(),
        deadLetterQueue: this.deadLetters,
        retryAttempts: isDaily ? 10 : 1,
        maxEventAge: isDaily ? Duration.hours(6) : Duration.minutes(5),
      }),
      enabled: isScheduled,
      description: isDaily
        ? `${name}: daily at ${recurrence.everyDayAtHongKong} (Hong Kong time)`
        : `${name}: every ${recurrence.everyMinutes} ${recurrence.everyMinutes === 1 ? 'minute' : 'minutes'}`,
    });
  }

  /**
   * Starts it at once for new rows like this. A lost or late start costs time and never work: the schedule finds the same.
   * The table's stream allows two readers (Lambda Developer Guide, "Simultaneous readers of a shard in DynamoDB Streams").
   */
  startOnInsert(table: ITableV2, batchSize: number, row: object): void {
    this.lambda.addEventSource(
      new DynamoEventSource(table, {
        startingPosition: StartingPosition.LATEST,
        batchSize,
        maxRecordAge: Duration.minutes(5),
        retryAttempts: 1,
        onFailure: new SqsDlq(this.deadLetters),
        filters: [FilterCriteria.filter({ eventName: FilterRule.isEqual('INSERT'), dynamodb: row })],
      }),
    );
  }
}

function toScheduleExpression(recurrence: Recurrence): ScheduleExpression {
  if ('everyMinutes' in recurrence) return ScheduleExpression.rate(Duration.minutes(recurrence.everyMinutes));
  const [hour, minute] = recurrence.everyDayAtHongKong.split(':').map((part) => String(Number(part)));
  return ScheduleExpression.cron({ hour, minute, timeZone: TimeZone.of(HONG_KONG_TIME_ZONE) });
}

export interface BackgroundFunctionProps extends Pick<FunctionOptions, 'onFailure' | 'retryAttempts'> {
  stage: Stage;
  name: FunctionName;
  /** The built Lambda folder. */
  code: string;
  environment: Record<string, string>;
  policies: PolicyStatement[];
  timeout: Duration;
  memorySize?: number;
}

/** A function that nobody waits for, with its own role and log. */
export class BackgroundFunction extends Construct {
  readonly lambda: Lambda;
  readonly role: Role;

  constructor(scope: Construct, id: string, props: BackgroundFunctionProps) {
    super(scope, id);
    const { stage, name, code, policies, memorySize = 512, ...rest } = props;
    const log = new FunctionLog(this, 'Log', stage);
    this.role = log.createRole(this);
    for (const policy of policies) this.role.addToPolicy(policy);

    this.lambda = new Lambda(this, 'Lambda', {
      ...rest,
      ...log.ofFunction(code),
      role: this.role,
      memorySize,
    });
    addOutputs(this, name, { Function: this.lambda.functionName, Log: log.logGroupName });
  }
}
