import { keysOf } from '#shared/choices';

/**
 * The Lambda functions, named after their entries in `handlers`, and the seconds after which Lambda ends each. Deadlines are
 * earlier, to leave time for an answer or a line in the log.
 */
export const lambdaSeconds = {
  api: 11,
  'handle-delivery-events': 60,
  'send-transactional-mail': 60,
  'make-receipts': 60,
  // For a month's payments, page after page.
  'reconcile-payments': 300,
  'remind-members': 600,
  // Emails for 100 s; messages that begin it are hidden from others for six times as long.
  'send-campaigns': 120,
  // As long as Lambda lets it: what is left when the time is up is taken up by the next start.
  'do-nightly-work': 900,
  // Some thousand rows with passwords, of which each takes 30 ms to hash.
  'continue-imports': 300,
  'watch-audit-log': 10,
} as const;

export type FunctionName = keyof typeof lambdaSeconds;
export const functionNames = /* @__PURE__ */ keysOf(lambdaSeconds);

export type JobName = Exclude<FunctionName, 'api' | 'handle-delivery-events' | 'watch-audit-log'>;

/** The part of a function's time that a deadline leaves for the answer, or for logging a failed run. */
const TO_ANSWER_MS = 3500;
const TO_LOG_MS = 5000;

/** One call of the API, so that its answer is there within 8 s. */
export const REQUEST_MS = lambdaSeconds.api * 1000 - TO_ANSWER_MS;

/** One run of a job. */
export const runMs = (name: FunctionName): number => lambdaSeconds[name] * 1000 - TO_LOG_MS;

/** So long before its deadline a run takes up nothing new: what it has begun can be done in it. */
export const lastItemMs = 15_000;

/** For all secrets of a function. A failed start is repeated while the first call waits: both fit into a request's limit. */
export const SECRETS_MS = 3500;
