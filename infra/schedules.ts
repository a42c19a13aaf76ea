/** The daily time of the reminders in Hong Kong, which a restored table is prepared by too. */
export const reminderTime = '09:00';

/** The schedules of the jobs, for the deployment (EventBridge) and for the local start. */
export const schedules = [
  { job: 'send-transactional-mail', everyMinutes: 1 },
  { job: 'send-campaigns', everyMinutes: 1 },
  { job: 'make-receipts', everyMinutes: 1 },
  { job: 'continue-imports', everyMinutes: 1 },
  { job: 'reconcile-payments', everyMinutes: 15 },
  { job: 'remind-members', everyDayAtHongKong: reminderTime },
  { job: 'do-nightly-work', everyDayAtHongKong: '04:00' },
] as const satisfies readonly ScheduledTask<string>[];

export type ScheduledJob = (typeof schedules)[number]['job'];

/** Every few minutes, or once a day at a time in Hong Kong, HH:MM. */
export type Recurrence = { everyMinutes: number } | { everyDayAtHongKong: string };
export type ScheduledTask<Job extends string> = { job: Job } & Recurrence;
