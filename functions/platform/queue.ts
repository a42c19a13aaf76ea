import type { CreateScheduleCommandInput, SchedulerClientConfig } from '@aws-sdk/client-scheduler';
import type { SQSClientConfig } from '@aws-sdk/client-sqs';
import pLimit from 'p-limit';
import { batchesOf } from '#shared/paging';
import { inTime } from './deadline.ts';
import { loadOnce } from './load-once.ts';

/** SQS takes so many messages in one call. */
const BATCH = 10;
const CONCURRENT_BATCHES = 10;
/** For one try. Three fit into a request, which can still say then that a campaign starts later. */
const requestHandler = { connectionTimeout: 2000, socketTimeout: 2000 };

export type Queue = ReturnType<typeof sqsQueue>;

/**
 * Amazon SQS, which delivers each message at least once. Region, endpoint and credentials default to those of the
 * environment.
 */
export function sqsQueue(url: string, given: Pick<SQSClientConfig, 'endpoint'> = {}) {
  /** The SDK is loaded with the first message: most calls of the API send none. */
  const client = loadOnce(async () => {
    const { SQS } = await import('@aws-sdk/client-sqs');
    return new SQS({ ...given, requestHandler });
  });

  return {
    /** Rejects where a message was not taken; some of the others may have been. */
    async send(bodies: readonly string[]): Promise<void> {
      await pLimit(CONCURRENT_BATCHES).map(batchesOf(bodies, BATCH), async (batch) => {
        const sqs = await client();
        const Entries = batch.map((MessageBody, index) => ({ Id: String(index), MessageBody }));
        const { Failed: [failed] = [] } = await sqs.sendMessageBatch({ QueueUrl: url, Entries }, inTime());
        if (failed)
          throw new Error(`The queue didn't take a message: ${failed.Code} ${failed.Message ?? ''}`);
      });
    },
  };
}

export interface ScheduleTarget {
  /** The group of EventBridge Scheduler that the schedules are in. */
  group: string;
  queueArn: string;
  /** Lets EventBridge Scheduler send messages to the queue. */
  roleArn: string;
}

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
