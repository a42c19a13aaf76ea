import { deployed } from '../wire/ambient.ts';
import { wireReminders } from '../wire/reminders.ts';
import { runHandler } from './run-handler.ts';

/** Entry of the daily reminders: the calendar and the table say who is to be reminded. */
export const handler = runHandler(wireReminders(process.env, deployed));
