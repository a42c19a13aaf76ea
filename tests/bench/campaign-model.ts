import { lambdaSeconds } from '../../functions/platform/time-limits.ts';
import { measuredUnits } from '../../infra/cli/cost.ts';
import { campaignQueue } from '../../infra/queues.ts';
import { type Figure, figure } from './figures.ts';

/** A campaign as a model, second by second: what bounds it at sizes that no test can send. */

/** DynamoDB's documented limit of one partition; all deliveries of a campaign share one key, so this is the careful reading. */
const WRITES_OF_PARTITION = 1000;
/** SES documents 50,000 a day for an account that left the sandbox, at 14 a second; larger ones are granted on request. */
const ACCOUNTS = {
  usual: { perSecond: 14, perDay: 50_000 },
  large: { perSecond: 200, perDay: 5_000_000 },
} as const;
/** The share of the rate that is planned, as in send-deliveries.ts. */
const PLANNED_SHARE = 0.95;
/** Assumed: a batch of ten, of which SES takes most. */
const SECONDS_OF_BATCH = 0.4;
/** Assumed: a row of a delivery with its history. Each sweep, once a minute, reads them all, 8 KB for a unit. */
const BYTES_OF_ROW = 400;
const DAY = 86_400;

interface Outcome {
  /** Seconds until all deliveries were written; infinite if one run of the function cannot do it, because the next begins anew. */
  startSeconds: number;
  hours: number;
  sweepUnits: number;
}

function simulate(deliveries: number, { perSecond, perDay }: { perSecond: number; perDay: number }): Outcome {
  const start = deliveries / WRITES_OF_PARTITION;
  const startSeconds = start <= lambdaSeconds['send-campaigns'] - 5 ? start : Number.POSITIVE_INFINITY;
  const consumers = (campaignQueue.concurrency * campaignQueue.batchSize) / SECONDS_OF_BATCH;
  let sent = 0;
  let sentToday = 0;
  let sweeps = 0;
  let second = 0;
  for (; sent < deliveries; second += 1) {
    if (second % DAY === 0) sentToday = 0;
    if (second % 60 === 0) sweeps += 1;
    const written = Math.min(deliveries, second * WRITES_OF_PARTITION);
    const unitsLeft = written < deliveries ? 0.1 * WRITES_OF_PARTITION : WRITES_OF_PARTITION;
    // One of the units of a delivery is its insertion.
    const byTable = unitsLeft / (measuredUnits.campaignEmail.writes - 1);
    const rate = Math.min(PLANNED_SHARE * perSecond, consumers, byTable, perDay - sentToday, written - sent);
    sent += rate;
    sentToday += rate;
  }
  return {
    startSeconds,
    hours: second / 3600,
    sweepUnits: sweeps * Math.ceil((deliveries * BYTES_OF_ROW) / 8192),
  };
}

export async function measure(): Promise<Figure[]> {
  return [10_000, 100_000, 1_000_000].flatMap((deliveries) =>
    Object.entries(ACCOUNTS).flatMap(([account, limits]) => {
      const { startSeconds, hours, sweepUnits } = simulate(deliveries, limits);
      const label = `${deliveries.toLocaleString('en')} deliveries, ${account} account`;
      return [
        figure(
          `${label}: until all are queued`,
          startSeconds,
          's',
          deliveries === 10_000 ? { atMost: 60 } : {},
        ),
        figure(`${label}: until the last is sent, in hours`, hours, 'times'),
        figure(`${label}: million read units of its sweeps`, sweepUnits / 1e6, 'times'),
      ];
    }),
  );
}
