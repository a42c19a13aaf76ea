import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { localQueueArn, localScheduleGroup, localScheduleRoleArn } from '../settings.ts';
import { AwsError, jsonRoutes, notSupported } from './server.ts';

export type LocalQueue = ReturnType<typeof openQueue>;

/**
 * The messages of one queue, oldest first, in memory: what is lost with the process, or with a handler that fails, is found
 * by the sweep that each queue's job makes every minute.
 * @param batchSize messages for one call of the handler
 */
export function openQueue({ batchSize }: { batchSize: number }) {
  const messages: string[] = [];
  return {
    send: (body: string): void => void messages.push(body),

    /** As Lambda's event source: handles one batch after the other, until none is left. Rejects where one fails. */
    async drain(handle: (bodies: string[]) => Promise<unknown>, closing?: AbortSignal): Promise<void> {
      while (messages.length > 0 && !closing?.aborted) await handle(messages.splice(0, batchSize));
    },
  };
}

const SendMessageBatch = z.object({
  QueueUrl: z.string(),
  Entries: z.array(z.strictObject({ Id: z.string(), MessageBody: z.string() })),
});

/** Amazon SQS, of which the product calls the sending. A queue's URL ends with its name. */
export const sqsRoutes = (queues: Readonly<Record<string, LocalQueue>>) =>
  jsonRoutes(async ({ req }, input) => {
    const action = req.header('x-amz-target');
    if (action !== 'AmazonSQS.SendMessageBatch') throw notSupported(String(action));
    const { QueueUrl, Entries } = z.parse(SendMessageBatch, input);
    const queue = queues[QueueUrl.slice(QueueUrl.lastIndexOf('/') + 1)];
    if (!queue) throw new AwsError(400, 'QueueDoesNotExist', 'The specified queue does not exist.');
    const Successful = Entries.map(({ Id, MessageBody }) => {
      queue.send(MessageBody);
      return { Id, MessageId: Id, MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') };
    });
    return { Successful, Failed: [] };
  });

/** What CreateSchedule gets: one time in UTC, to the second; then the schedule is deleted. */
const Schedule = z.object({
  GroupName: z.literal(localScheduleGroup),
  ScheduleExpression: z.string().check(z.regex(/^at\(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\)$/)),
  FlexibleTimeWindow: z.object({ Mode: z.literal('OFF') }),
  ActionAfterCompletion: z.literal('DELETE'),
  Target: z.object({
    Arn: z.literal(localQueueArn),
    RoleArn: z.literal(localScheduleRoleArn),
    Input: z.string(),
  }),
});

const timeOf = ({ ScheduleExpression }: z.output<typeof Schedule>): number =>
  Date.parse(`${ScheduleExpression.slice('at('.length, -1)}Z`);

/**
 * The one-time schedules of EventBridge Scheduler for one queue, in memory: after a restart, the sweep at the start and in
 * every minute begins the campaigns whose time has come.
 */
export function openEventScheduler({
  clock,
  deliver,
}: {
  clock: () => Date;
  /** Puts a message into the queue. */
  deliver: (body: string) => void;
}) {
  const schedules = new Map<string, z.output<typeof Schedule>>();

  const routes = jsonRoutes(async ({ req: { method, path } }, input) => {
    const name = /\/schedules\/([\w.-]{1,64})$/.exec(path)?.[1];
    if (name !== undefined && method === 'POST') {
      if (schedules.has(name)) throw new AwsError(409, 'ConflictException', `${name} already exists.`);
      schedules.set(name, z.parse(Schedule, input));
      return { ScheduleArn: `arn:aws:scheduler:::schedule/${name}` };
    }
    if (name !== undefined && method === 'DELETE') {
      if (schedules.delete(name)) return {};
      throw new AwsError(404, 'ResourceNotFoundException', `${name} does not exist.`);
    }
    throw notSupported(`${method} ${path}`);
  });

  /** Fires the schedules whose time has come. */
  function tick(): void {
    for (const [name, schedule] of schedules)
      if (timeOf(schedule) <= clock().getTime()) {
        schedules.delete(name);
        deliver(schedule.Target.Input);
      }
  }
  return { routes, tick };
}
