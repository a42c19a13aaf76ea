import { transactionalMailQueue } from '../mail/transactional/enqueue-repository.ts';
import { membersRepository } from '../members/repository.ts';
import { type Environment, ReminderConfig, readConfig } from '../platform/config.ts';
import { asRun, jobHandler, lambdaHandler, type Run } from '../platform/lambda.ts';
import { lambdaRuntime, type Runtime } from '../platform/runtime.ts';
import { openTable, type Table } from '../platform/table/table.ts';
import {
  defaultStages,
  type ReminderCounts,
  type RemindersDeps,
  remindMembers,
  type Stages,
} from '../reminders/reminders.ts';
import { remindersRepository } from '../reminders/repository.ts';

/** The daily reminders: the calendar and the table decide who gets one. */
export function createReminderJob(environment: Environment, runtime: Runtime): Run<unknown> {
  const config = readConfig(ReminderConfig, environment);
  const deps = openReminders(openTable(config.TABLE_NAME), runtime, config.REMINDER_STAGES);
  return asRun('remind-members', runtime, () => remindAll(deps));
}

export const openReminders = (
  table: Table,
  runtime: Runtime,
  stages: Stages = defaultStages,
): RemindersDeps => ({
  ...runtime,
  table,
  members: membersRepository(table),
  reminders: remindersRepository(table),
  mailQueue: transactionalMailQueue,
  stages,
});

/** Rejects if a member could not be reminded, so that Lambda retries the run and an alarm is raised. */
export async function remindAll(deps: RemindersDeps): Promise<ReminderCounts> {
  const counts = await remindMembers(deps);
  if (counts.failed > 0) throw new Error(`${counts.failed} members were not reminded`);
  return counts;
}

export const handler = await lambdaHandler(process.env, (environment) =>
  jobHandler(createReminderJob(environment, lambdaRuntime)),
);
