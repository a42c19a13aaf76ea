import { Aspects, CfnOutput, type Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Alarm, type IMetric, MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { repositoryUrl } from '../owner.ts';
import type { Stage } from '../stages.ts';

export interface AlarmProps {
  metric: IMetric;
  /** Goes off at this value. */
  threshold: number;
  /** What it costs members: the text of its email. */
  members: string;
  /** The heading of its entry in the runbook. */
  runbook: string;
  /** How many periods of the metric in a row. */
  periods?: number;
}

/** The address of a runbook's entry. Without the repository's address, its path in the repository. */
const runbookLink = (heading: string, repository = repositoryUrl): string =>
  `${repository === undefined ? '' : `${repository}/blob/main/`}infra/README.md#${heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .replaceAll(' ', '-')}`;

export const createAlarm = (
  scope: Construct,
  id: string,
  { metric, threshold, periods = 1, members, runbook }: AlarmProps,
): Alarm =>
  new Alarm(scope, id, {
    metric,
    threshold,
    evaluationPeriods: periods,
    // Where nothing was logged or called, nothing is wrong.
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: `${members} Runbook: ${runbookLink(runbook)}`,
  });

/** The sum of several metrics of one period, for one alarm over all of them. CloudWatch allows ten in an alarm. */
export function sumOf(metrics: readonly IMetric[], period: Duration): IMetric {
  const [only, ...others] = metrics;
  if (only !== undefined && others.length === 0) return only;
  // A metric without a value would leave the whole sum without one.
  const expression = metrics.map((_, place) => `FILL(m${place}, 0)`).join(' + ');
  const usingMetrics = Object.fromEntries(metrics.map((metric, place) => [`m${place}`, metric]));
  return new MathExpression({ expression, usingMetrics, period });
}

/** The topic of a region's alarms: CloudWatch sends to topics of the same region only. */
export function createAlarmTopic(scope: Construct, stage: Stage): Topic {
  // CloudWatch may not use the key that SNS has of its own.
  const key = new Key(scope, 'Key', {
    description: `Alarms of asiagraphics-${stage.name}`,
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const topic = new Topic(scope, 'Topic', {
    displayName: `asiagraphics ${stage.name}`,
    masterKey: key,
    enforceSSL: true,
  });
  const senders = {
    principals: [
      new ServicePrincipal('cloudwatch.amazonaws.com'),
      new ServicePrincipal('budgets.amazonaws.com'),
    ],
    conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
  };
  key.addToResourcePolicy(
    new PolicyStatement({ ...senders, actions: ['kms:Decrypt', 'kms:GenerateDataKey*'], resources: ['*'] }),
  );
  topic.addToResourcePolicy(
    new PolicyStatement({ ...senders, actions: ['sns:Publish'], resources: [topic.topicArn] }),
  );
  new CfnOutput(Stack.of(scope), 'AlarmTopic', { value: topic.topicArn });
  if (stage.alarmEmail !== undefined) topic.addSubscription(new EmailSubscription(stage.alarmEmail));
  return topic;
}

/** Sends every alarm below this construct to the topic of its region, when it goes off and when it is over. */
export function sendAlarms(scope: Construct, topics: readonly Topic[]): void {
  Aspects.of(scope).add({
    visit(node) {
      if (!(node instanceof Alarm)) return;
      const topic = topics.find((each) => Stack.of(each).region === Stack.of(node).region);
      if (topic === undefined) throw new Error(`The alarm ${node.node.path} has no topic in its region.`);
      const action = new SnsAction(topic);
      node.addAlarmAction(action);
      node.addOkAction(action);
    },
  });
}
