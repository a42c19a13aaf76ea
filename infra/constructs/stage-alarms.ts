import { Duration } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Stage } from '../stages.ts';
import { createAlarm, createAlarmTopic } from './alarms.ts';
import { EventAlarms } from './event-alarms.ts';

/** Where a stage's alarms go, and those that belong to no single function: of logged events, of SES and of the costs. */
export class StageAlarms extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.topic = createAlarmTopic(this, stage);
    new EventAlarms(this, 'Events', stage);
    this.watchReputation();
    this.watchCosts(stage);
  }

  /** Rates over all emails of the account, as SES counts them. The alarm goes off before SES acts. */
  private watchReputation(): void {
    const period = Duration.hours(1);
    const rate = (metricName: string) =>
      new Metric({ namespace: 'AWS/SES', metricName, statistic: Stats.MAXIMUM, period });
    createAlarm(this, 'Reputation', {
      metric: new MathExpression({
        // Both as multiples of what is too much: 3% and 0.05%.
        expression: 'MAX([FILL(bounces, 0) / 0.03, FILL(complaints, 0) / 0.0005])',
        usingMetrics: {
          bounces: rate('Reputation.BounceRate'),
          complaints: rate('Reputation.ComplaintRate'),
        },
        period,
      }),
      threshold: 1,
      members:
        '3% of our emails bounce, or 0.05% are reported as spam. At 5% or 0.1% AWS may stop all of them, codes to log in included.',
      runbook: 'Emails bounce or are reported as spam',
    });
  }

  /** The runbook's entry is "Costs exceed the budget": a budget has no description. */
  private watchCosts({ monthlyBudgetUsd }: Stage): void {
    const notification = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold },
      subscribers: [{ subscriptionType: 'SNS', address: this.topic.topicArn }],
    });
    const budget = new CfnBudget(this, 'Budget', {
      // Without a name of its own, because other thresholds replace it.
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyBudgetUsd, unit: 'USD' },
      },
      notificationsWithSubscribers: [notification('ACTUAL', 80), notification('FORECASTED', 100)],
    });
    // AWS Budgets rejects a topic that it may not publish to yet.
    budget.node.addDependency(this.topic);
  }
}
