import { CfnElement, Duration, Stack } from 'aws-cdk-lib';
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
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type ScheduledJob, schedules } from '../schedules.ts';
import { BackgroundFunction, type BackgroundFunctionProps } from './background-function.ts';
import { deadLetters } from './dead-letters.ts';
import { accept } from './findings.ts';

export interface JobProps extends Omit<BackgroundFunctionProps, 'timeout' | 'onFailure'> {
  name: ScheduledJob;
  timeout?: Duration;
}

/** What runs by the clock: a function with rights of its own, its schedule, and a queue for the starts that failed. */
export class Job extends Construct {
  readonly lambda: Lambda;
  readonly role: Role;
  readonly failures: Queue;

  constructor(scope: Construct, id: string, { name, timeout = Duration.minutes(1), ...props }: JobProps) {
    super(scope, id);
    this.failures = deadLetters(this, 'Failures', Duration.minutes(6 * timeout.toMinutes()));
    const onFailure = new SqsDestination(this.failures);
    const { lambda, role } = new BackgroundFunction(this, 'Function', {
      ...props,
      timeout,
      onFailure,
      // The next minute starts it anyhow.
      retryAttempts: 0,
    });
    this.lambda = lambda;
    this.role = role;

    const { everyMinutes } = schedules.find(({ job }) => job === name) ?? { everyMinutes: 1 };
    const scheduler = new Role(this, 'Scheduler', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com'),
    });
    accept(
      scheduler,
      'The versions of this one function.',
      `AwsSolutions-IAM5[Resource::<${this.logicalId()}.Arn>:*]`,
    );
    new Schedule(this, 'Schedule', {
      schedule: ScheduleExpression.rate(Duration.minutes(everyMinutes)),
      target: new LambdaInvoke(this.lambda, {
        role: scheduler,
        deadLetterQueue: this.failures,
        retryAttempts: 1,
        maxEventAge: Duration.minutes(5),
      }),
      description: `${name}, every ${everyMinutes} min`,
    });
  }

  /** Starts it at once for new mail of this kind. A lost or late trigger costs a minute and never a mail: the schedule finds the same work. */
  startOnMail(table: ITableV2, kind: 'service' | 'campaign'): void {
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
