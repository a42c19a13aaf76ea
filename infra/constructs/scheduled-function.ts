import { CfnElement, Duration, RemovalPolicy, Stack, TimeZone } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  FilterCriteria,
  FilterRule,
  type FunctionOptions,
  Function as Lambda,
  Runtime,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { HONG_KONG_TIME_ZONE } from '#shared/hong-kong';
import { lambdaSeconds } from '../../functions/platform/time-limits.ts';
import { type Recurrence, type ScheduledJob, schedules } from '../schedules.ts';
import type { Stage } from '../stages.ts';
import { acknowledge } from './nag.ts';
import { alarmOnDeadLetters, createDeadLetterQueue } from './queue.ts';

export interface ScheduledFunctionProps extends Omit<BackgroundFunctionProps, 'timeout' | 'onFailure'> {
  name: ScheduledJob;
}

/** A function with its own permissions, its schedule, and a queue for failed starts. */
export class ScheduledFunction extends Construct {
  readonly lambda: Lambda;
  readonly role: Role;
  readonly log: LogGroup;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { name, ...props }: ScheduledFunctionProps) {
    super(scope, id);
    const timeout = Duration.seconds(lambdaSeconds[name]);
    const recurrence: Recurrence = schedules.find(({ job }) => job === name) ?? { everyMinutes: 1 };
    const isDaily = 'everyDayAtHongKong' in recurrence;
    this.deadLetters = createDeadLetterQueue(this, 'DeadLetters', Duration.minutes(6 * timeout.toMinutes()));
    const onFailure = new SqsDestination(this.deadLetters);
    const { lambda, role, log } = new BackgroundFunction(this, 'Function', {
      ...props,
      timeout,
      onFailure,
      // Most functions start again within a minute anyway; a daily one tries again.
      retryAttempts: isDaily ? 2 : 0,
    });
    this.lambda = lambda;
    this.role = role;
    this.log = log;

    const scheduler = new Role(this, 'Scheduler', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com'),
    });
    acknowledge(
      scheduler,
      'The versions of this one function.',
      `AwsSolutions-IAM5[Resource::<${this.logicalId()}.Arn>:*]`,
    );
    new Schedule(this, 'Schedule', {
      schedule: toScheduleExpression(recurrence),
      target: new LambdaInvoke(this.lambda, {
        role: scheduler,
        deadLetterQueue: this.deadLetters,
        retryAttempts: isDaily ? 10 : 1,
        maxEventAge: isDaily ? Duration.hours(6) : Duration.minutes(5),
      }),
      description: isDaily
        ? `${name}: daily at ${recurrence.everyDayAtHongKong} (Hong Kong time)`
        : `${name}: every ${recurrence.everyMinutes} ${recurrence.everyMinutes === 1 ? 'minute' : 'minutes'}`,
    });
    alarmOnDeadLetters(this.deadLetters, `Job ${name} failed after all retries.`);
  }

  /** Starts it at once for new transactional mail. A lost or late trigger costs a minute and never a mail: the schedule finds the same work. */
  startOnNewMail(table: ITableV2): void {
    if (table.tableStreamArn === undefined) return;
    this.lambda.addEventSource(
      new DynamoEventSource(table, {
        startingPosition: StartingPosition.LATEST,
        batchSize: 100,
        maxRecordAge: Duration.minutes(5),
        retryAttempts: 1,
        onFailure: new SqsDlq(this.deadLetters),
        filters: [
          FilterCriteria.filter({
            eventName: FilterRule.isEqual('INSERT'),
            dynamodb: {
              Keys: { sk: { S: FilterRule.isEqual('MAIL') } },
              NewImage: { kind: { S: FilterRule.isEqual('transactional') } },
            },
          }),
        ],
      }),
    );
  }

  private logicalId(): string {
    const resource = this.lambda.node.defaultChild;
    return resource instanceof CfnElement ? Stack.of(this).getLogicalId(resource) : '';
  }
}

function toScheduleExpression(recurrence: Recurrence): ScheduleExpression {
  if ('everyMinutes' in recurrence) return ScheduleExpression.rate(Duration.minutes(recurrence.everyMinutes));
  const [hour, minute] = recurrence.everyDayAtHongKong.split(':').map((part) => String(Number(part)));
  return ScheduleExpression.cron({ hour, minute, timeZone: TimeZone.of(HONG_KONG_TIME_ZONE) });
}

export interface BackgroundFunctionProps extends Pick<FunctionOptions, 'onFailure' | 'retryAttempts'> {
  stage: Stage;
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
  readonly log: LogGroup;

  constructor(scope: Construct, id: string, props: BackgroundFunctionProps) {
    super(scope, id);
    const { stage, code, policies, memorySize = 512, ...rest } = props;
    const removalPolicy = stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    this.log = new LogGroup(this, 'Log', { retention: RetentionDays.ONE_YEAR, removalPolicy });
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.log.grantWrite(this.role);
    for (const policy of policies) this.role.addToPolicy(policy);

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
    acknowledge(this.lambda, 'Each event is one line of its log.', 'Serverless-LambdaTracing');
    acknowledge(
      this.lambda,
      'Its failure destination or its queue records more than a dead-letter queue does.',
      'Serverless-LambdaDLQ',
    );
  }
}
