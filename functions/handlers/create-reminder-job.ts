import { type Environment, ReminderConfig, readConfig } from '../platform/config.ts';
import type { Runtime } from '../platform/runtime.ts';
import { openTable } from '../platform/table/table.ts';
import { dynamoReminders } from '../reminders/repository.ts';
import { defaultStages } from '../reminders/stages.ts';
import { remindMembers } from './job-remind-members.ts';
import { asRun, type Run } from './run.ts';

export function createReminderJob(environment: Environment, runtime: Runtime): Run<unknown> {
  const config = readConfig(ReminderConfig, environment);
  const reminders = dynamoReminders(openTable(config.TABLE_NAME));
  const { REMINDER_STAGES: stages = defaultStages } = config;
  return asRun('remind-members', runtime, () => remindMembers({ ...runtime, reminders, stages }));
}
