import { setTimeout as sleep } from 'node:timers/promises';
import { createCampaignSender } from '../../../functions/handlers/send-campaigns.ts';
import { createRuntime } from '../../../functions/platform/runtime.ts';

/**
 * The sender of campaigns in a process of its own, which can be killed at any moment: one run.
 * The environment has the addresses, the time, and how many times faster than ours the time runs.
 */
const { WORKER_NOW = '', WORKER_SPEED = '1' } = process.env;
const startedAt = performance.now();
const speed = Number(WORKER_SPEED);
const clock = () => new Date(Number(WORKER_NOW) + (performance.now() - startedAt) * speed);

const run = createCampaignSender(process.env, {
  ...createRuntime((line, { level }) => level === 'error' && console.error(line)),
  now: clock,
  sleep: async (milliseconds) => sleep(milliseconds / speed),
});
await run();
process.exit(0);
