import { lambdaSeconds } from '../functions/platform/time-limits.ts';

/** How the queue of campaigns behaves: read by the deployment (SQS, Lambda's event source) and by the local start. */
export const campaignQueue = {
  /** Of one call of the consumer. */
  batchSize: 10,
  /** Calls of the consumer at one time, the fewest that an event source has. */
  concurrency: 2,
  /** The documentation of Lambda recommends six times the function's own timeout. */
  visibilitySeconds: 6 * lambdaSeconds['send-campaigns'],
  /** What SES throttles comes again after up to 30 minutes: about a day of attempts. */
  maxReceiveCount: 50,
} as const;

/** The queue of imports, whose message is the ID of an import. The minute's sweep sends anew what is lost. */
export const importQueue = {
  batchSize: 1,
  concurrency: 2,
  visibilitySeconds: 6 * lambdaSeconds['continue-imports'],
  maxReceiveCount: 5,
} as const;
