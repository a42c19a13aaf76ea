import { Duration, TimeZone } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { HONG_KONG_TIME_ZONE } from '#shared/hong-kong';
import { type Recurrence, type ScheduledJob, schedules } from '../schedules.ts';
import { type Product, ProductFunction, type ProductFunctionProps } from './product-function.ts';
import { createDeadLetterQueue } from './queue.ts';

export interface ScheduledFunctionProps extends Omit<ProductFunctionProps, 'onFailure' | 'retryAttempts'> {
  name: ScheduledJob;
  /** Whether it has anything to do at this stage. */
  isScheduled?: boolean;
}

/** A function with its schedule, and a queue for failed starts. */
export class ScheduledFunction extends Construct {
  readonly function: ProductFunction;
  readonly deadLetters: Queue;

  constructor(
    scope: Construct,
    product: Product,
    { isScheduled = true, ...functionProps }: ScheduledFunctionProps,
  ) {
    const { name } = functionProps;
    super(scope, name);
    const recurrence: Recurrence = schedules.find(({ job }) => job === name) ?? { everyMinutes: 1 };
    const isDaily = 'everyDayAtHongKong' in recurrence;
    this.deadLetters = createDeadLetterQueue(this, name, name);
    this.function = new ProductFunction(this, 'Function', product, {
      ...functionProps,
      onFailure: new SqsDestination(this.deadLetters),
      // Most functions start again within a minute anyway; a daily one tries again.
      retryAttempts: isDaily ? 2 : 0,
    });
    const { lambda } = this.function;

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
      target: new LambdaInvoke(lambda, {
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
}

function toScheduleExpression(recurrence: Recurrence): ScheduleExpression {
  if ('everyMinutes' in recurrence) return ScheduleExpression.rate(Duration.minutes(recurrence.everyMinutes));
  const [hour, minute] = recurrence.everyDayAtHongKong.split(':').map((part) => String(Number(part)));
  return ScheduleExpression.cron({ hour, minute, timeZone: TimeZone.of(HONG_KONG_TIME_ZONE) });
}
