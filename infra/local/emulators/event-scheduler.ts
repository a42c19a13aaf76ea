import * as z from 'zod/mini';
import { localQueueArn, localScheduleGroup, localScheduleRoleArn } from '../environment.ts';
import { AwsError, jsonRoutes, notSupported } from './server.ts';

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
      return { ScheduleArn: `arn:aws:scheduler:::schedule/${localScheduleGroup}/${name}` };
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
