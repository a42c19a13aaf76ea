/** What runs by the clock: read by the deployment (EventBridge) and by the local start's own clock. */
export const schedules = [
  { job: 'deliver-mail', everyMinutes: 1 },
  { job: 'send-campaigns', everyMinutes: 1 },
  { job: 'reconcile-payments', everyMinutes: 15 },
] as const;

export type ScheduledJob = (typeof schedules)[number]['job'];
