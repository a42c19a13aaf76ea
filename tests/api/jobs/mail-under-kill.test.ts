import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { s3Files } from '../../../functions/platform/files.ts';
import { startS3 } from '../../support/emulators.ts';
import { openMailPipeline } from '../../support/jobs/mail-pipeline.ts';
import { seeded } from '../../support/seeded.ts';
import { sized } from '../../support/sizes.ts';
import { localAws } from '../../support/table/dynamo.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The worker's real process is killed again and again; sent emails are counted at SES. */

const IN_FLIGHT = 14;
const recipients = sized(60, 10_000);
const kills = sized(1, 20);
/** At 14 a second the worker keeps 14 under way, as in the cloud. Time runs faster for it, and for the rate that SES keeps. */
const RATE = { perSecond: 14, clock: () => new Date(performance.now() * SPEED) };
const SPEED = 20;
const VISIBILITY_MS = 6 * 120_000 + 1000;
const WORKER = join(import.meta.dirname, 'campaign-worker.ts');

/** The pipeline with the email in S3, where the worker's process finds it. */
async function startPipeline() {
  const pipeline = await openMailPipeline(RATE);
  const files = await startS3({ folder: temporaryFolder(), buckets: ['mail'] });
  onTestFinished(() => files.close());
  Object.assign(process.env, { AWS_ENDPOINT_URL_S3: files.url });
  Object.assign(pipeline.context.mailFiles, s3Files('mail'));
  const { inbox } = pipeline;

  /** One run of the worker, killed when SES has taken this many more emails. */
  async function live(killAfter?: number): Promise<void> {
    const bornAt = performance.now();
    const before = inbox.length;
    const child = fork(WORKER, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        ...localAws,
        AWS_ENDPOINT_URL_SES: pipeline.ses.url,
        AWS_ENDPOINT_URL_SQS: new URL(pipeline.queueUrl).origin,
        CAMPAIGN_QUEUE_URL: pipeline.queueUrl,
        TABLE_NAME: pipeline.table.name,
        MAIL_FROM: 'Asia Graphics Association <no-reply@example.org>',
        MAIL_BUCKET: 'mail',
        MAIL_KEY: 'key-of-the-tests-0123456789-0123456789',
        SITE_URL: 'https://www.example.org',
        WORKER_NOW: String(pipeline.time.now.getTime()),
        WORKER_SPEED: String(SPEED),
      },
    });
    const ended = once(child, 'exit');
    if (killAfter !== undefined) {
      while (child.exitCode === null && inbox.length < before + killAfter) await pass(1);
      child.kill('SIGKILL');
    }
    await ended;
    // Its own time, and until the messages that it had taken are visible again.
    pipeline.pass((performance.now() - bornAt) * SPEED + VISIBILITY_MS);
  }
  return { ...pipeline, live };
}

it(`a campaign to ${recipients} members whose worker is killed ${kills} times sends every delivery once`, async () => {
  const { sendTo, send, live, hear, mail, deliveries, arrived, pass: wait } = await startPipeline();
  const { id, to } = await sendTo(recipients);
  const random = seeded(7);
  for (let kill = 0; kill < kills; kill += 1)
    await live(1 + Math.floor((random() * recipients) / (kills + 1)));
  // To the end, hour after hour.
  for (let turn = 0; turn < 40 && (await mail(id)).state !== 'done'; turn += 1) {
    await live();
    if (turn > 1) wait(5 * 60_000);
  }

  // SES's events come late: until then nobody knows what the killed worker has sent.
  await hear();
  const { state, counts } = await mail(id);
  const sent = arrived();
  console.info(`kills ${kills}, in SES ${sent.length}, unknown ${counts.unknown}`);
  expect(state).toBe('done');
  expect(sent).toEqual([...new Set(sent)]);
  expect(counts.delivered).toBe(sent.length);
  expect(counts.delivered + counts.unknown).toBe(recipients);
  expect(counts.unknown).toBeLessThanOrEqual(kills * IN_FLIGHT);
  // Deliveries without an event were never sent: after a new email to these, everybody has one.
  const unknown: { address: string }[] = await deliveries(id, '&state=unknown');
  if (unknown.length > 0) {
    await send(unknown.map(({ address }) => address));
    await live();
  }
  expect(arrived()).toEqual(to);
});
