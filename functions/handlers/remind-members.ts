import { type Environment, ReminderConfig, readConfig } from '../platform/config.ts';
import { asRun, jobHandler, type Run } from '../platform/lambda.ts';
import type { Runtime } from '../platform/runtime.ts';
import { openTable } from '../platform/table/table.ts';
import { remindMembers } from '../reminders/reminders.ts';

/** The daily reminders: the calendar and the table decide who gets one. */
export function createReminderJob(environment: Environment, runtime: Runtime): Run<unknown> {
  const config = readConfig(ReminderConfig, environment);
  const context = { ...runtime, table: openTable(config.TABLE_NAME), stages: config.REMINDER_STAGES };
  return asRun('remind-members', runtime, () => remindMembers(context));
}

export const handler = jobHandler(process.env, createReminderJob);
