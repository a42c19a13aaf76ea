import { type Environment, ReminderConfig, readConfig } from '../config.ts';
import type { Runtime } from '../domain/ambient.ts';
import { defaultStages } from '../domain/reminders/stages.ts';
import { remindMembers } from '../jobs/remind-members.ts';
import { openTable } from '../store/client.ts';
import { dynamoReminders } from '../store/reminders.ts';
import { asRun, type Run } from './run.ts';

export function createReminderJob(environment: Environment, runtime: Runtime): Run<unknown> {
  const config = readConfig(ReminderConfig, environment);
  const reminders = dynamoReminders(openTable(config.TABLE_NAME));
  const { SITE_URL: siteUrl, REMINDER_STAGES: stages = defaultStages } = config;
  return asRun('remind-members', runtime, () => remindMembers({ ...runtime, reminders, stages, siteUrl }));
}
