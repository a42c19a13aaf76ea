import { lambdaRuntime } from '../platform/system-runtime.ts';
import { createReminderJob } from './create-reminder-job.ts';
import { runHandler } from './run-handler.ts';

/** Entry of the daily reminders: the calendar and the table say who is to be reminded. */
export const handler = runHandler(createReminderJob(process.env, lambdaRuntime));
