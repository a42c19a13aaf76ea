import { CfnElement, Duration, Stack, TimeZone } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  FilterCriteria,
  FilterRule,
  type Function as Lambda,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { HONG_KONG_TIME_ZONE } from '#shared/hong-kong';
import { lambdaSeconds } from '../../functions/platform/time-limits.ts';
import { type ScheduledJob, schedules, type Turn } from '../schedules.ts';
import { BackgroundFunction, type BackgroundFunctionProps } from './background-function.ts';
import { alarmOn, deadLetters } from './dead-letters.ts';
import { accept } from './nag.ts';

export interface ScheduledFunctionProps extends Omit<BackgroundFunctionProps, 'timeout' | 'onFailure'> {
  name: ScheduledJob;
}

/** What runs by the clock: a function with rights of its own, its schedule, and a queue for the starts that failed. */
export class Job extends Construct {
  readonly lambda: Lambda;
  readonly role: Role;
  readonly log: LogGroup;
  readonly failures: Queue;

  constructor(scope: Construct, id: string, { name, ...props }: ScheduledFunctionProps) {
    super(scope, id);
    const timeout = Duration.seconds(lambdaSeconds[name]);
    const turn: Turn = schedules.find(({ job }) => job === name) ?? { everyMinutes: 1 };
    const isDaily = 'everyDayAtHongKong' in turn;
    this.failures = deadLetters(this, 'Failures', Duration.minutes(6 * timeout.toMinutes()));
    const onFailure = new SqsDestination(this.failures);
    const { lambda, role, log } = new BackgroundFunction(this, 'Function', {
      ...props,
      timeout,
      onFailure,
      // The next minute starts most of them anyhow; what runs once a day tries again.
      retryAttempts: isDaily ? 2 : 0,
    });
    this.lambda = lambda;
    this.role = role;
    this.log = log;

    const scheduler = new Role(this, 'Scheduler', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com'),
    });
    accept(
      scheduler,
      'The versions of this one function.',
      `AwsSolutions-IAM5[Resource::<${this.logicalId()}.Arn>:*]`,
    );
    new Schedule(this, 'Schedule', {
      schedule: expressionOf(turn),
      target: new LambdaInvoke(this.lambda, {
        role: scheduler,
        deadLetterQueue: this.failures,
        retryAttempts: isDaily ? 10 : 1,
        maxEventAge: isDaily ? Duration.hours(6) : Duration.minutes(5),
      }),
      description: isDaily
        ? `${name}, daily at ${turn.everyDayAtHongKong} in Hong Kong`
        : `${name}, every ${turn.everyMinutes} min`,
    });
    alarmOn(this.failures, `${name}: a start failed for good.`);
  }

  /** Starts it at once for new mail of this kind. A lost or late trigger costs a minute and never a mail: the schedule finds the same work. */
  startOnInsert(table: ITableV2, kind: 'service' | 'campaign'): void {
    if (table.tableStreamArn === undefined) return;
    this.lambda.addEventSource(
      new DynamoEventSource(table, {
        startingPosition: StartingPosition.LATEST,
        batchSize: 100,
        maxRecordAge: Duration.minutes(5),
        retryAttempts: 1,
        onFailure: new SqsDlq(this.failures),
        filters: [
          FilterCriteria.filter({
            eventName: FilterRule.isEqual('INSERT'),
            dynamodb: {
              Keys: { sk: { S: FilterRule.isEqual('MAIL') } },
              NewImage: { kind: { S: FilterRule.isEqual(kind) } },
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

function expressionOf(turn: Turn): ScheduleExpression {
  if ('everyMinutes' in turn) return ScheduleExpression.rate(Duration.minutes(turn.everyMinutes));
  const [hour, minute] = turn.everyDayAtHongKong.split(':').map((part) => String(Number(part)));
  return ScheduleExpression.cron({ hour, minute, timeZone: TimeZone.of(HONG_KONG_TIME_ZONE) });
}
