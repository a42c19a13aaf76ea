import { expect, it } from 'vitest';
import { type MailPipeline, openMailPipeline } from '../../support/jobs/mail-pipeline.ts';
import { sized } from '../../support/sizes.ts';

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

/** How many replies there are for each that is lost. */
const distances = sized([1], [1, 100]);

it.each(distances)('every %ith reply is lost: every delivery is sent exactly once', async (each) => {
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
