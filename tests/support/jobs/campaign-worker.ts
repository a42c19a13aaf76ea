import { setTimeout as pass } from 'node:timers/promises';
import { createCampaignWorker } from '../../../functions/handlers/send-campaigns.ts';
import { createRuntime } from '../../../functions/platform/runtime.ts';

/**
 * The worker in a process of its own, which can be killed at any moment. The environment has the addresses, the time, and
 * how many times faster than ours the time runs. Prints the largest size of its memory, in bytes.
 */
const { WORKER_NOW = '', WORKER_SPEED = '1' } = process.env;
const startedAt = performance.now();
const speed = Number(WORKER_SPEED);
const clock = () => new Date(Number(WORKER_NOW) + (performance.now() - startedAt) * speed);

const work = createCampaignWorker(process.env, {
  ...createRuntime((line, { level }) => level === 'error' && console.error(line)),
  now: clock,
  sleep: async (milliseconds) => pass(milliseconds / speed),
});
setInterval(() => process.send?.(process.resourceUsage().maxRSS * 1024), 100).unref();
await work();
process.exit(0);
