import type { CreateScheduleCommandInput, SchedulerClientConfig } from '@aws-sdk/client-scheduler';
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

export type OneTimeSchedules = ReturnType<typeof eventBridgeSchedules>;

/** Messages that enter a queue at a given time, once. Region, endpoint and credentials default to those of the environment. */
export function eventBridgeSchedules(
  { group, queueArn, roleArn }: ScheduleTarget,
  given: Pick<SchedulerClientConfig, 'endpoint'> = {},
) {
  const client = loadOnce(async () => {
    const { Scheduler } = await import('@aws-sdk/client-scheduler');
    return new Scheduler({ ...given, requestHandler });
  });
  return {
    /** `name` has letters, digits, `-` and `_`, 64 at most. A second schedule of the same name changes nothing. */
    async create(name: string, at: Date, body: string): Promise<void> {
      const scheduler = await client();
      const input: CreateScheduleCommandInput = {
        Name: name,
        GroupName: group,
        // In UTC and in whole seconds: never before its time.
        ScheduleExpression: `at(${new Date(Math.ceil(at.getTime() / 1000) * 1000).toISOString().slice(0, 19)})`,
        FlexibleTimeWindow: { Mode: 'OFF' },
        ActionAfterCompletion: 'DELETE',
        Target: { Arn: queueArn, RoleArn: roleArn, Input: body },
      };
      await scheduler.createSchedule(input, inTime()).catch(ignore('ConflictException'));
    },

    /** Does nothing where there is none. */
    async remove(name: string): Promise<void> {
      const scheduler = await client();
      const input = { Name: name, GroupName: group };
      await scheduler.deleteSchedule(input, inTime()).catch(ignore('ResourceNotFoundException'));
    },
  };
}

/** Throws every other error. */
const ignore = (name: string) => (cause: unknown) => {
  if (!(cause instanceof Error && cause.name === name)) throw cause;
};
