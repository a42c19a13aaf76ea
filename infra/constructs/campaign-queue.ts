import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { campaignQueue } from '../queues.ts';
import type { Stage } from '../stages.ts';
import { WorkQueue } from './queue.ts';

/** The queue by which the sender of campaigns begins, and the group of one-time schedules that put a message into it. */
export class CampaignQueue extends WorkQueue {
  readonly scheduleGroup: string;
  /** EventBridge Scheduler sends to the queue with it. */
  readonly schedulerRole: Role;

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id, { ...campaignQueue, name: 'campaigns' });
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
    this.allowSend(this.schedulerRole);
  }

  /** To make and delete the schedules. */
  allowSchedule(role: Role): void {
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
