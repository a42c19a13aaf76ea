import { setTimeout as pass } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { SesOptions } from '../../../infra/local/emulators/ses.ts';
import { openMailPipeline } from '../../support/jobs/mail-pipeline.ts';
import { mostInASecond } from '../../support/jobs/most-in-a-second.ts';
import { seeded } from '../../support/seeded.ts';
import { sized, sizedViews } from '../../support/sizes.ts';

/** Lost replies, heavy throttling, and starts that come twice, late or not at all. */

const recipients = sized(60, 2000);
let pipeline: Awaited<ReturnType<typeof openMailPipeline>>;

async function run(options: SesOptions): Promise<string> {
  pipeline = await openMailPipeline(options);
  const to = await pipeline.addMembers(Array.from({ length: recipients }, () => ({})));
  return (await pipeline.send(to)).body.data.id;
}

/** A delivery that meets a whole storm alone is tried twenty times, in the end every half hour. */
const MOST_TURNS = 1000;

/** Whoever sends it resumes it where many calls without a reply in a row have paused it. */
async function finish(id: string): Promise<void> {
  const { post, token } = pipeline;
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const { state } = await pipeline.mail(id);
    if (state === 'done') return;
    if (state === 'paused') await post('/admin/campaign', { action: 'resume', id }, { token });
    await pipeline.work();
    await pipeline.hear();
    pipeline.pass(61_000);
  }
}

function expectEachOnce(): void {
  expect(new Set(pipeline.inbox.map(({ to }) => to)).size).toBe(recipients);
  expect(pipeline.inbox).toHaveLength(recipients);
}

it.each(sizedViews(1, 100))('every %ith reply is lost: every delivery is sent exactly once', async (each) => {
  const id = await run({ faultOf: (call) => (call % each === 0 ? 'drop-reply' : undefined) });
  await finish(id);
  expectEachOnce();
  expect(await pipeline.mail(id)).toMatchObject({ state: 'done', counts: { delivered: recipients } });
});

/** By the real clock, counted where each request arrives. */
it('under heavy throttling every delivery is sent, never faster than the account’s rate', async () => {
  const arrivals: number[] = [];
  let refused = 0;
  const id = await run({
    perSecond: 40,
    clock: () => new Date(),
    faultOf: (call) => {
      arrivals.push(performance.now());
      const isStorm = Math.floor(call / 20) % 3 === 2;
      refused += isStorm ? 1 : 0;
      return isStorm ? 'throttle' : undefined;
    },
  });
  const startedAt = pipeline.time.now.getTime() - performance.now();
  pipeline.senderDeps.now = () => new Date(startedAt + performance.now());
  pipeline.senderDeps.sleep = async (milliseconds) => void (await pass(milliseconds));
  await finish(id);
  expect(refused).toBeGreaterThan(0);
  expectEachOnce();
  expect(arrivals).toHaveLength(recipients + refused);
  expect(mostInASecond(arrivals)).toBeLessThanOrEqual(40);
});

it('repeated, late and missing starts send each member at most one email and finish once', async () => {
  pipeline = await openMailPipeline();
  const to = await pipeline.addMembers(Array.from({ length: recipients }, () => ({})));
  const { id } = (await pipeline.send(to, { scheduleTime: '2026-03-02T09:00:00Z' })).body.data;
  const random = seeded(12);
  // Minute by minute around the scheduled time: none to three starts, some of them late in the minute.
  for (let minute = -3; minute < 6; minute += 1) {
    pipeline.time.now = new Date(Date.parse('2026-03-02T09:00:00Z') + minute * 60_000);
    for (let starts = minute === 0 ? 0 : Math.floor(random() * 4); starts > 0; starts -= 1) {
      if (random() < 0.5) await pipeline.work();
      else await Promise.all([pipeline.work(), pipeline.work()]);
      if (minute < 0) expect(pipeline.inbox).toEqual([]);
      pipeline.pass(random() * 20_000);
    }
  }
  await pipeline.hear();
  await finish(id);
  await pipeline.work();
  expectEachOnce();
  expect(pipeline.reports.filter(({ event }) => event === 'campaign-started')).toHaveLength(1);
  expect(pipeline.reports.filter(({ event }) => event === 'campaign-ended')).toHaveLength(1);
});
