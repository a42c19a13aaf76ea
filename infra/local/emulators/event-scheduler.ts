import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readFolder, replaceFile, unlessMissing } from '../disk/files.ts';
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

/** The one-time schedules of EventBridge Scheduler for one queue, each a file. */
export async function openEventScheduler({
  folder,
  clock,
  deliver,
}: {
  folder: string;
  clock: () => Date;
  /** Puts a message into the queue. */
  deliver: (body: string) => Promise<unknown>;
}) {
  const fileOf = (name: string) => join(folder, `${name}.json`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const schedules = await readFolder(Schedule, folder);

  async function remove(name: string): Promise<void> {
    await rm(fileOf(name)).catch(unlessMissing);
    schedules.delete(name);
  }

  const routes = jsonRoutes(async ({ req: { method, path } }, input) => {
    const name = /\/schedules\/([\w.-]{1,64})$/.exec(path)?.[1];
    if (name === undefined) throw notSupported(`${method} ${path}`);
    switch (method) {
      case 'POST': {
        const schedule = z.parse(Schedule, input);
        if (schedules.has(name)) throw new AwsError(409, 'ConflictException', `${name} already exists.`);
        await replaceFile(fileOf(name), JSON.stringify(schedule, null, 2));
        schedules.set(name, schedule);
        return { ScheduleArn: `arn:aws:scheduler:::schedule/${localScheduleGroup}/${name}` };
      }
      case 'DELETE':
        if (!schedules.has(name))
          throw new AwsError(404, 'ResourceNotFoundException', `${name} does not exist.`);
        await remove(name);
        return {};
      default:
        throw notSupported(`${method} ${path}`);
    }
  });

  /** Reported once for each time that it begins to fail. */
  let isFailing = false;
  return {
    routes,
    /** Fires the schedules whose time has come. */
    async tick(): Promise<void> {
      const now = clock().getTime();
      for (const [name, schedule] of schedules) {
        if (timeOf(schedule) > now) continue;
        try {
          // Deleted afterwards: a process that ends in between delivers it twice, never not at all.
          await deliver(schedule.Target.Input);
          await remove(name);
          isFailing = false;
        } catch (cause) {
          if (!isFailing) console.error(`Schedule ${name} could not fire. It is tried again.`, cause);
          isFailing = true;
        }
      }
    },
  };
}
