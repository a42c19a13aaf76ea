import { CfnElement, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type ScheduledJob, schedules } from '../schedules.ts';
import type { Stage } from '../stages.ts';
import { accept } from './findings.ts';

export interface JobProps {
  stage: Stage;
  name: ScheduledJob;
  /** The built Lambda folder. */
  code: string;
  environment: Record<string, string>;
  rights: PolicyStatement[];
}

/** What runs by the clock: a function with rights of its own, its schedule, and a queue for the starts that failed. */
export class Job extends Construct {
  readonly lambda: Lambda;
  readonly failures: Queue;

  constructor(scope: Construct, id: string, { stage, name, code, environment, rights }: JobProps) {
    super(scope, id);
    const removalPolicy = stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    const logGroup = new LogGroup(this, 'Log', { retention: RetentionDays.ONE_YEAR, removalPolicy });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    for (const right of rights) role.addToPolicy(right);

    const timeout = Duration.minutes(1);
    this.failures = new Queue(this, 'Failures', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      visibilityTimeout: Duration.minutes(6 * timeout.toMinutes()),
    });
    accept(
      this.failures,
      'It is the queue of the dead letters itself.',
      'AwsSolutions-SQS3',
      'Serverless-SQSRedrivePolicy',
    );

    this.lambda = new Lambda(this, 'Lambda', {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.X86_64,
      handler: 'index.handler',
      code: Code.fromAsset(code),
      role,
      logGroup,
      memorySize: 512,
      timeout,
      environment,
      onFailure: new SqsDestination(this.failures),
      // The next minute starts it anyhow.
      retryAttempts: 0,
    });
    accept(this.lambda, 'Each event is one line of its log.', 'Serverless-LambdaTracing');
    accept(this.lambda, 'Its failure destination tells more than a dead letter.', 'Serverless-LambdaDLQ');

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

  private logicalId(): string {
    const resource = this.lambda.node.defaultChild;
    return resource instanceof CfnElement ? Stack.of(this).getLogicalId(resource) : '';
  }
}
