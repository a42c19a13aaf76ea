import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { envNames } from '#shared/deployment';
import { campaignQueue } from '../queues.ts';
import type { Stage } from '../stages.ts';
import type { ProductFunction } from './product-function.ts';
import { WorkQueue } from './queue.ts';

/** The queue by which the sender of campaigns begins, and the group of one-time schedules that put a message into it. */
export class CampaignQueue extends WorkQueue {
  private readonly scheduleGroup: string;
  /** EventBridge Scheduler sends to the queue with it. */
  private readonly schedulerRole: Role;

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id, {
      name: 'campaigns',
      variable: envNames.campaignQueueUrl,
      settings: campaignQueue,
    });
    this.scheduleGroup = `asiagraphics-${stage.name}-campaigns`;
    new CfnScheduleGroup(this, 'Schedules', { name: this.scheduleGroup });
    const stack = Stack.of(this);
    // Not for schedules of other accounts, nor of other groups.
    const conditions = {
      StringEquals: {
        'aws:SourceAccount': stack.account,
        'aws:SourceArn': stack.formatArn({
          service: 'scheduler',
          resource: 'schedule-group',
          resourceName: this.scheduleGroup,
        }),
      },
    };
    this.schedulerRole = new Role(this, 'Scheduler', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', { conditions }),
    });
    this.schedulerRole.addToPolicy(this.sending);
  }

  /** To make and delete the schedules. */
  allowSchedule({ lambda, role }: ProductFunction): void {
    lambda.addEnvironment(envNames.campaignQueueArn, this.queue.queueArn);
    lambda.addEnvironment(envNames.scheduleGroup, this.scheduleGroup);
    lambda.addEnvironment(envNames.scheduleRoleArn, this.schedulerRole.roleArn);
    const schedules = Stack.of(role).formatArn({
      service: 'scheduler',
      resource: 'schedule',
      resourceName: `${this.scheduleGroup}/*`,
    });
    role.addToPolicy(
      new PolicyStatement({
        actions: ['scheduler:CreateSchedule', 'scheduler:DeleteSchedule'],
        resources: [schedules],
      }),
    );
    role.addToPolicy(
      new PolicyStatement({
        actions: ['iam:PassRole'],
        resources: [this.schedulerRole.roleArn],
        conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
      }),
    );
  }
}
