import { expect, it } from 'vitest';
import { type MailPipeline, openMailPipeline } from '../../support/jobs/mail-pipeline.ts';
import { seeded } from '../../support/seeded.ts';
import { sized, sizedViews } from '../../support/sizes.ts';

/** Lost replies, heavy throttling, and starts that come twice, late or not at all. */

const recipients = sized(60, 2000);

/** A delivery that meets a whole storm alone is tried twenty times, in the end every half hour. */
const MOST_TURNS = 1000;

/** Whoever sends it resumes it where many calls without a reply in a row have paused it. */
async function finish(pipeline: MailPipeline, id: string): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const { state } = await pipeline.mail(id);
    if (state === 'done') return;
    if (state === 'paused') await pipeline.change('resume', id);
    await pipeline.work();
    await pipeline.hear();
    pipeline.pass(61_000);
  }
}

it.each(sizedViews(1, 100))('every %ith reply is lost: every delivery is sent exactly once', async (each) => {
  const pipeline = await openMailPipeline({
    faultOf: (call) => (call % each === 0 ? 'drop-reply' : undefined),
  });
  const { id, to } = await pipeline.sendTo(recipients);
  await finish(pipeline, id);
  expect(pipeline.arrived()).toEqual(to);
  expect(await pipeline.mail(id)).toMatchObject({ state: 'done', counts: { delivered: recipients } });
});

it('under heavy throttling every delivery is sent, once', async () => {
  let refused = 0;
  const pipeline = await openMailPipeline({
    perSecond: 40,
    faultOf: (call) => {
      const isStorm = Math.floor(call / 20) % 3 === 2;
      refused += isStorm ? 1 : 0;
      return isStorm ? 'throttle' : undefined;
    },
  });
  const { id, to } = await pipeline.sendTo(recipients);
  await finish(pipeline, id);
  expect(refused).toBeGreaterThan(0);
  expect(pipeline.arrived()).toEqual(to);
});

it('repeated, late and missing starts send each member at most one email and finish once', async () => {
  const pipeline = await openMailPipeline();
  const sendAt = Date.parse('2026-03-02T09:00:00Z');
  const scheduleTime = new Date(sendAt).toISOString();
  const { id, to } = await pipeline.sendTo(recipients, { scheduleTime });
  const random = seeded(12);
  // Minute by minute around the scheduled time: none to three starts, some of them late in the minute.
  for (let minute = -3; minute < 6; minute += 1) {
    pipeline.time.now = new Date(sendAt + minute * 60_000);
    for (let starts = minute === 0 ? 0 : Math.floor(random() * 4); starts > 0; starts -= 1) {
      await Promise.all(Array.from({ length: random() < 0.5 ? 1 : 2 }, () => pipeline.work()));
      if (minute < 0) expect(pipeline.inbox).toEqual([]);
      pipeline.pass(random() * 20_000);
    }
  }
  await pipeline.hear();
  await finish(pipeline, id);
  await pipeline.work();
  expect(pipeline.arrived()).toEqual(to);
  for (const once of ['campaign-started', 'campaign-ended'])
    expect(pipeline.reports.filter(({ event }) => event === once)).toHaveLength(1);
});
