import type { SchedulerClientConfig } from '@aws-sdk/client-scheduler';
import { inTime } from './deadline.ts';
import { loadOnce } from './load-once.ts';

export interface ScheduleTarget {
  /** The group of EventBridge Scheduler that the schedules are in. */
  group: string;
  queueArn: string;
  /** Lets EventBridge Scheduler send messages to the queue. */
  roleArn: string;
}

/** For one try. Three fit into a request, which can still say then that a campaign starts later. */
const requestHandler = { connectionTimeout: 2000, socketTimeout: 2000 };

const loadScheduler = () => import('@aws-sdk/client-scheduler');

export type OneTimeSchedules = ReturnType<typeof eventBridgeSchedules>;

/** Messages that enter a queue at a given time, once. Region, endpoint and credentials default to those of the environment. */
export function eventBridgeSchedules(
  { group, queueArn, roleArn }: ScheduleTarget,
  given: Pick<SchedulerClientConfig, 'endpoint'> = {},
) {
  const client = loadOnce(async () => {
    const { SchedulerClient } = await loadScheduler();
    return new SchedulerClient({ ...given, requestHandler });
  });
  return {
    /** `name` has letters, digits, `-` and `_`, 64 at most. A second schedule of the same name changes nothing. */
    async create(name: string, at: Date, body: string): Promise<void> {
      const { ConflictException, CreateScheduleCommand } = await loadScheduler();
      const scheduler = await client();
      const command = new CreateScheduleCommand({
        Name: name,
        GroupName: group,
        // In UTC and in whole seconds: never before its time.
        ScheduleExpression: `at(${new Date(Math.ceil(at.getTime() / 1000) * 1000).toISOString().slice(0, 19)})`,
        FlexibleTimeWindow: { Mode: 'OFF' },
        ActionAfterCompletion: 'DELETE',
        Target: { Arn: queueArn, RoleArn: roleArn, Input: body },
      });
      try {
        await scheduler.send(command, inTime());
      } catch (cause) {
        if (!(cause instanceof ConflictException)) throw cause;
      }
    },

    /** Does nothing where there is none. */
    async remove(name: string): Promise<void> {
      const { DeleteScheduleCommand, ResourceNotFoundException } = await loadScheduler();
      const scheduler = await client();
      const command = new DeleteScheduleCommand({ Name: name, GroupName: group });
      try {
        await scheduler.send(command, inTime());
      } catch (cause) {
        if (!(cause instanceof ResourceNotFoundException)) throw cause;
      }
    },
  };
}
