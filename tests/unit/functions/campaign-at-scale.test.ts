import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PLANNED_SHARE } from '../../../functions/mail/campaigns/send-rate-limiter.ts';
import { runLimit } from '../../../functions/platform/time-limits.ts';
import { campaignQueue } from '../../../infra/queues.ts';

/** A campaign simulated second by second: what bounds it at sizes that no test can send. */

/** DynamoDB's documented limit of one partition; all deliveries of a campaign share one key, so this is the careful reading. */
const WRITES_OF_PARTITION = 1000;
/** As measured for a delivery with the embedded database, with its share of the campaign. */
const WRITES_OF_DELIVERY = 4.5;
/** Assumed, with the reasons of docs/scale.md. */
const usual = { perSecond: 14, perDay: 50_000 };
const large = { perSecond: 200, perDay: 5_000_000 };
/** Assumed: a batch of ten, of which SES takes most. */
const SECONDS_OF_BATCH = 0.4;
/** Assumed: a row of a delivery with its history. Each sweep, once a minute, reads them all, 8 KB for a unit. */
const BYTES_OF_ROW = 400;
const DAY = 86_400;

function simulate(deliveries: number, { perSecond, perDay }: typeof usual) {
  const consumers = (campaignQueue.concurrency * campaignQueue.batchSize) / SECONDS_OF_BATCH;
  let sent = 0;
  let sentToday = 0;
  let seconds = 0;
  for (; sent < deliveries; seconds += 1) {
    if (seconds % DAY === 0) sentToday = 0;
    const written = Math.min(deliveries, seconds * WRITES_OF_PARTITION);
    const unitsLeft = written < deliveries ? 0.1 * WRITES_OF_PARTITION : WRITES_OF_PARTITION;
    // One of the units of a delivery is its insertion.
    const byTable = unitsLeft / (WRITES_OF_DELIVERY - 1);
    const rate = Math.min(PLANNED_SHARE * perSecond, consumers, byTable, perDay - sentToday, written - sent);
    sent += rate;
    sentToday += rate;
  }
  const sweeps = Math.ceil(seconds / 60);
  return { seconds, sweepUnits: sweeps * Math.ceil((deliveries * BYTES_OF_ROW) / 8192) };
}

function formatDuration(seconds: number): string {
  if (seconds < 3600) return `${Math.round(seconds / 60)} minutes`;
  if (seconds < 2 * DAY) return `${Math.round(seconds / 3600)} hours`;
  return `${Math.round(seconds / DAY)} days`;
}

const millions = (units: number) => Math.round(units / 1e6).toLocaleString('en');

/** The row of the page, by its number of deliveries. */
const rowOf = (deliveries: number): string[] =>
  readFileSync('docs/scale.md', 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .find((cells) => cells[1] === deliveries.toLocaleString('en') && cells.length === 7) ?? [];

const queueing = (deliveries: number) => `${deliveries / WRITES_OF_PARTITION} s`;
const RUN_SECONDS = runLimit('send-campaigns').limitMs / 1000;

it.each([
  { deliveries: 10_000, queued: queueing(10_000), few: 'below 0.01 million' },
  { deliveries: 100_000, queued: `${queueing(100_000)} of the ${RUN_SECONDS} s of a run` },
  { deliveries: 1_000_000, queued: 'never: see 2' },
])('docs/scale.md says what a campaign of $deliveries deliveries takes', ({ deliveries, queued, few }) => {
  const [onUsual, onLarge] = [simulate(deliveries, usual), simulate(deliveries, large)];
  const [, number, untilQueued, usualTime, largeTime, units] = rowOf(deliveries);
  expect([number, untilQueued, usualTime, largeTime]).toEqual([
    deliveries.toLocaleString('en'),
    queued,
    formatDuration(onUsual.seconds),
    formatDuration(onLarge.seconds),
  ]);
  expect(units).toContain(few ?? `${millions(onUsual.sweepUnits)} million`);
});
