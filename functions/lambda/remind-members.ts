import { lambdaRuntime } from '../wire/ambient.ts';
import { createReminderJob } from '../wire/reminders.ts';
import { runHandler } from './run-handler.ts';

/** Entry of the daily reminders: the calendar and the table say who is to be reminded. */
export const handler = runHandler(createReminderJob(process.env, lambdaRuntime));
