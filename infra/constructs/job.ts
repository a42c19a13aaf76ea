import { CfnElement, Duration, RemovalPolicy, Stack, TimeZone } from 'aws-cdk-lib';
import { Alarm, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type ScheduledJob, schedules, type Turn } from '../schedules.ts';
import type { Stage } from '../stages.ts';
import { accept } from './findings.ts';

export interface JobProps {
  stage: Stage;
  name: ScheduledJob;
  /** The built Lambda folder. */
  code: string;
  environment: Record<string, string>;
  rights: PolicyStatement[];
  /** The longest that one start may take. */
  timeout?: Duration;
}

/** What runs by the clock: a function with rights of its own, its schedule, and a queue for the starts that failed. */
export class Job extends Construct {
  readonly lambda: Lambda;
  readonly failures: Queue;

  constructor(scope: Construct, id: string, props: JobProps) {
    super(scope, id);
    const { stage, name, code, environment, rights, timeout = Duration.minutes(1) } = props;
    const turn: Turn = schedules.find(({ job }) => job === name) ?? { everyMinutes: 1 };
    const isDaily = 'everyDayAtHongKong' in turn;
    const removalPolicy = stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    const logGroup = new LogGroup(this, 'Log', { retention: RetentionDays.ONE_YEAR, removalPolicy });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    for (const right of rights) role.addToPolicy(right);

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
      // The next minute starts most of them anyhow; what runs once a day tries again.
      retryAttempts: isDaily ? 2 : 0,
    });
    accept(this.lambda, 'Each event is one line of its log.', 'Serverless-LambdaTracing');
    accept(this.lambda, 'Its failure destination tells more than a dead letter.', 'Serverless-LambdaDLQ');

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
    new Alarm(this, 'Failed', {
      metric: this.failures.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(5) }),
      threshold: 1,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `${name}: a start failed for good. Its message is in the queue of failures; see the runbook.`,
    });
  }

  private logicalId(): string {
    const resource = this.lambda.node.defaultChild;
    return resource instanceof CfnElement ? Stack.of(this).getLogicalId(resource) : '';
  }
}

function expressionOf(turn: Turn): ScheduleExpression {
  if ('everyMinutes' in turn) return ScheduleExpression.rate(Duration.minutes(turn.everyMinutes));
  const [hour, minute] = turn.everyDayAtHongKong.split(':').map((part) => String(Number(part)));
  return ScheduleExpression.cron({ hour, minute, timeZone: TimeZone.ASIA_HONG_KONG });
}
