import { type Environment, ReminderConfig, readConfig } from '../platform/config.ts';
import { asRun, jobHandler, type Run } from '../platform/lambda.ts';
import type { Runtime } from '../platform/runtime.ts';
import { openTable, type Table } from '../platform/table/table.ts';
import {
  defaultStages,
  type ReminderCounts,
  type RemindersContext,
  remindMembers,
  type Stages,
} from '../reminders/reminders.ts';

/** The daily reminders: the calendar and the table decide who gets one. */
export function createReminderJob(environment: Environment, runtime: Runtime): Run<unknown> {
  const config = readConfig(ReminderConfig, environment);
  const context = openReminders(openTable(config.TABLE_NAME), runtime, config.REMINDER_STAGES);
  return asRun('remind-members', runtime, () => remindAll(context));
}

export const openReminders = (
  table: Table,
  runtime: Runtime,
  stages: Stages = defaultStages,
): RemindersContext => ({
  ...runtime,
  table,
  stages,
});

/** Rejects if a member could not be reminded, so that Lambda retries the run and an alarm is raised. */
export async function remindAll(context: RemindersContext): Promise<ReminderCounts> {
  const counts = await remindMembers(context);
  if (counts.failed > 0) throw new Error(`${counts.failed} members were not reminded`);
  return counts;
}

export const handler = await jobHandler(process.env, createReminderJob);
