import { lambdaSeconds } from '../functions/platform/time-limits.ts';

/**
 * How the queue of campaigns behaves: read by the deployment (SQS, Lambda's event source) and by the local start. A message only
 * has the sender begin, which reads in the table what to do.
 */
export const campaignQueue = {
  /** Messages for one call of the sender. */
  batchSize: 10,
  /** Calls at one time, the fewest that an event source has: the second finds the first at work, and ends. */
  concurrency: 2,
  /** The documentation of Lambda recommends six times the function's own timeout. */
  visibilitySeconds: 6 * lambdaSeconds['send-campaigns'],
  /** The minute schedule has begun what it asks for long before. */
  maxReceiveCount: 5,
} as const;

/** The queue of imports, whose message is the ID of an import. The minute's sweep sends anew what is lost. */
export const importQueue = {
  batchSize: 1,
  concurrency: 2,
  visibilitySeconds: 6 * lambdaSeconds['continue-imports'],
  maxReceiveCount: 5,
} as const;
