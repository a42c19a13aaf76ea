import { setTimeout as sleep } from 'node:timers/promises';
import { createCampaignSender } from '../../../functions/handlers/send-campaigns.ts';
import { createRuntime } from '../../../functions/platform/runtime.ts';
import { drainQueue } from '../../support/jobs/drain-queue.ts';

/**
 * The sender of campaigns in a process of its own, which can be killed at any moment: one sweep and the queue until it is
 * empty. The environment has the addresses, the time, and how many times faster than ours the time runs.
 */
const { WORKER_NOW = '', WORKER_SPEED = '1', CAMPAIGN_QUEUE_URL = '' } = process.env;
const startedAt = performance.now();
const speed = Number(WORKER_SPEED);
const clock = () => new Date(Number(WORKER_NOW) + (performance.now() - startedAt) * speed);

const { sweep, handleMessages } = createCampaignSender(process.env, {
  ...createRuntime((line, { level }) => level === 'error' && console.error(line)),
  now: clock,
  sleep: async (milliseconds) => sleep(milliseconds / speed),
});
const consumer = { queueUrl: CAMPAIGN_QUEUE_URL, handle: handleMessages, concurrency: 2 };
// A sweep queues what is due, and the consumer begins with the first of it.
await Promise.all([sweep(), drainQueue(consumer)]);
await drainQueue(consumer);
process.exit(0);
