/** Every event that the product logs, with the levels at which it may appear. The deployment's alarms take their names from here. */
export const LOG_EVENTS = {
  request: ['info', 'error'],
  fault: ['error'],
  'limit-open': ['error'],
  'many-wrong-codes': ['error'],
  'audit-log-changed': ['error'],
  'session-not-touched': ['warning'],
  'conferences-not-removed': ['error'],
  'draft-not-removed': ['error'],
  mail: ['info', 'warning'],
  'mail-starts': ['info'],
  'mail-ends': ['info', 'warning'],
  'mail-refused': ['warning'],
  'mail-unclear': ['warning'],
  'mail-paused': ['error'],
  'mail-event-failed': ['error'],
  'mail-ledger-incomplete': ['error'],
  'mail-out-of-balance': ['error'],
  'members-reminded': ['info'],
  'member-not-reminded': ['error'],
  'payment-event': ['info'],
  'payment-fulfilled': ['info'],
  'payment-not-fulfilled': ['error'],
  'payment-set-aside': ['warning'],
  'payment-taken-back': ['warning'],
  'payment-provider-unreachable': ['warning', 'error'],
  'payments-reconciled': ['info'],
  'checkout-unreadable': ['error'],
  'receipt-not-made': ['error'],
} as const;

export type LogEventName = keyof typeof LOG_EVENTS;
export type LogLevel = (typeof LOG_EVENTS)[LogEventName][number];
