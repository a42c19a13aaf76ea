import { Duration } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  CfnStage,
  HttpApi,
  HttpMethod,
  type HttpRoute,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, LogGroup, MetricFilter, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { verifyArchivePassword } from '#contract/archive';
import { login, register, resetPassword } from '#contract/auth';
import { envNames } from '#shared/deployment';
import type { DataStack } from '../stacks/data-stack.ts';
import type { Stage } from '../stages.ts';
import { createAlarm, eventMetric, sumOf } from './alarms.ts';
import { pathOf } from './firewall-rules.ts';
import { addOutputs } from './outputs.ts';
import { type Product, ProductFunction } from './product-function.ts';
import { removalPolicyOf } from './removal.ts';

/** All callers together, per second and at one moment: far below what would cost much or use up the account's quota. */
const throttle = { rateLimit: 100, burstLimit: 200 };

/**
 * Calls that hash a password without a session, limited so that a flood of them leaves the other calls alone. A class of
 * 60 can log in at once.
 */
export const hashingCalls = [login, register, resetPassword, verifyArchivePassword];
const hashingThrottle = { rateLimit: 20, burstLimit: 60 };

export interface ApiProps extends Product {
  data: DataStack;
  images: Bucket;
  originSecret: Secret;
}

/** The API: one Lambda function behind an HTTP API that passes every call below /api to it. */
export class Api extends Construct {
  readonly http: HttpApi;
  readonly lambda: Lambda;

  constructor(scope: Construct, id: string, { images, originSecret, ...product }: ApiProps) {
    super(scope, id);
    const { stage: settings, data } = product;
    const api = new ProductFunction(this, 'Function', product, {
      name: 'api',
      // One whole processor: a password hash takes 30 ms of one; with half the memory it takes twice as long and costs the same.
      memorySize: 1769,
      ...(settings.reservedConcurrency !== undefined && {
        reservedConcurrentExecutions: settings.reservedConcurrency,
      }),
      environment: {
        [envNames.secondFactor]: 'required',
        [envNames.paymentLinks]: JSON.stringify(settings.paymentLinks),
      },
      secrets: { ...data.secrets, originSecret },
      images,
    });
    data.campaignQueue.allowSend(api);
    data.campaignQueue.allowSchedule(api);
    data.importQueue.allowSend(api);
    this.lambda = api.lambda;
    // The default stage is made below: only there can it have limits and a log.
    this.http = new HttpApi(this, 'Http', {
      apiName: `asiagraphics-${settings.name}`,
      createDefaultStage: false,
    });
    const integration = new HttpLambdaIntegration('Lambda', this.lambda);
    this.http.addRoutes({ path: '/api/{proxy+}', methods: [HttpMethod.ANY], integration });
    const hashingRoutes = hashingCalls.flatMap((call) =>
      this.http.addRoutes({ path: pathOf(call), methods: [HttpMethod.POST], integration }),
    );
    const accessLog = new LogGroup(this, 'AccessLog', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: removalPolicyOf(settings),
    });
    const stage = new HttpStage(this, 'Stage', {
      httpApi: this.http,
      autoDeploy: true,
      throttle,
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLog),
        format: accessLogFormat,
      },
    });
    throttleRoutes(stage, hashingRoutes);
    this.addAlarms(settings, data.table, accessLog);
    addOutputs(this, 'api', { Id: this.http.apiId, AccessLog: accessLog.logGroupName });
  }

  /** Calls that fail, are not answered or are rejected before they reach the function. */
  private addAlarms(stage: Stage, table: ITableV2, accessLog: LogGroup): void {
    const period = Duration.minutes(5);
    createAlarm(this, 'ServerErrors', {
      metric: this.http.metricServerError({ period, statistic: Stats.SUM }),
      threshold: 5,
      members: 'Five or more calls of members failed within five minutes.',
      runbook: 'Calls fail',
    });
    createAlarm(this, 'Crashes', {
      metric: sumOf(
        [this.lambda.metricErrors({ period }), eventMetric(stage, 'unexpected-error', period)],
        period,
      ),
      threshold: 1,
      members:
        'A member’s call failed with "Server error", or got no answer. What the member wanted to do may not be done.',
      runbook: 'Calls fail',
    });
    const throttled = new MetricFilter(this, 'GatewayThrottledLines', {
      logGroup: accessLog,
      // The application's own limits answer 429 as well, without an error of the gateway.
      filterPattern: FilterPattern.all(
        FilterPattern.stringValue('$.status', '=', '429'),
        FilterPattern.stringValue('$.error', '!=', '-'),
      ),
      metricNamespace: this.node.path,
      metricName: 'GatewayThrottled',
    });
    createAlarm(this, 'Throttled', {
      metric: sumOf(
        [
          throttled.metric({ period, statistic: Stats.SUM }),
          this.lambda.metricThrottles({ period }),
          ...TABLE_CALLS.map((operation) =>
            table.metric('ThrottledRequests', {
              dimensionsMap: { TableName: table.tableName, Operation: operation },
              period,
              statistic: Stats.SUM,
            }),
          ),
        ],
        period,
      ),
      threshold: 10,
      members:
        'Calls of members are rejected, or jobs are late: more comes than the gateway, Lambda or the table lets through.',
      runbook: 'Calls are throttled',
    });
  }
}

/** The stage of the CDK takes one throttle for all routes; CloudFormation takes one for each. */
function throttleRoutes(stage: HttpStage, routes: HttpRoute[]): void {
  const { defaultChild } = stage.node;
  if (!(defaultChild instanceof CfnStage))
    throw new Error('The CDK’s HttpStage no longer has a CfnStage, whose throttles are set here.');
  defaultChild.routeSettings = Object.fromEntries(
    hashingCalls.map((call) => [
      `POST ${pathOf(call)}`,
      {
        ThrottlingRateLimit: hashingThrottle.rateLimit,
        ThrottlingBurstLimit: hashingThrottle.burstLimit,
      },
    ]),
  );
  // API Gateway rejects settings of a route that it does not know yet.
  stage.node.addDependency(...routes);
}

/** No addresses and no query strings. The function's own log says who did what, under the same request id. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    time: '$context.requestTime',
    method: '$context.httpMethod',
    path: '$context.path',
    status: '$context.status',
    error: '$context.error.message',
    milliseconds: '$context.responseLatency',
  }),
);

/** DynamoDB's calls as its metrics name them, those on indexes included; ten metrics fit into an alarm. */
const TABLE_CALLS = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'TransactWriteItems',
];
