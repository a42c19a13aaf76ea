import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { messageStore } from '../../../functions/mail/campaigns/message-store.ts';
import { s3Files } from '../../../functions/platform/files.ts';
import { startS3 } from '../../../infra/local/emulators/s3.ts';
import { localAws } from '../table/dynamo.ts';
import { startMailPipeline } from './mail-pipeline.ts';

const SPEED = 20;
const VISIBILITY_MS = 6 * 120_000 + 1000;

/** A campaign to this many members, whose worker is killed this many times and then runs to the end, hour after hour. */
export async function killRun({
  recipients,
  kills,
  events,
  perSecond,
}: {
  recipients: number;
  kills: number;
  events: boolean;
  perSecond: number;
}) {
  const folder = await mkdtemp(join(tmpdir(), 'kills-'));
  const files = await startS3({ folder, buckets: ['mail'], clock: () => new Date() });
  // Time runs faster for the worker, and for the rate that SES keeps.
  const clock = () => new Date(performance.now() * SPEED);
  const pipeline = await startMailPipeline({ perSecond, clock });
  Object.assign(process.env, { AWS_ENDPOINT_URL_S3: files.url });
  const stored = messageStore(s3Files('mail'));
  Object.assign(pipeline.deps.messages, stored);
  const to = await pipeline.addMembers(Array.from({ length: recipients }, () => ({})));
  const { id } = (await pipeline.send(to)).body.data;

  /** One run of the worker, killed when SES has taken this many more emails. */
  async function live(killAfter: number | undefined): Promise<void> {
    const bornAt = performance.now();
    const before = pipeline.inbox.length;
    const child = fork(join(import.meta.dirname, 'campaign-worker.ts'), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        ...localAws,
        AWS_ENDPOINT_URL_SES: pipeline.ses.url,
        AWS_ENDPOINT_URL_S3: files.url,
        AWS_ENDPOINT_URL_SQS: pipeline.sqs.url,
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
      while (child.exitCode === null && pipeline.inbox.length < before + killAfter) await pass(1);
      child.kill('SIGKILL');
    }
    await ended;
    // Its own time, and until the messages that it had taken are visible again.
    pipeline.pass((performance.now() - bornAt) * SPEED + VISIBILITY_MS);
    if (events) await pipeline.hear();
  }

  return {
    id,
    pipeline,
    /** Kills that happened while deliveries were in flight. */
    async kill(random: () => number): Promise<void> {
      for (let kill = 0; kill < kills; kill += 1)
        await live(1 + Math.floor((random() * recipients) / (kills + 1)));
    },
    async finish(): Promise<void> {
      for (let turn = 0; turn < 40; turn += 1) {
        const { state } = await pipeline.mail(id);
        if (state === 'done') return;
        await live(undefined);
        if (turn > 1) pipeline.pass(5 * 60_000);
      }
    },
    /** Sends a new email to the unknown addresses, as the administrator. */
    async sendToUnknown(): Promise<void> {
      await pipeline.reauthenticate();
      const unknown: { address: string }[] = await pipeline.deliveries(id, '&state=unknown');
      await pipeline.send(unknown.map(({ address }) => address));
      await live(undefined);
    },
    async remove(): Promise<void> {
      await pipeline.stop();
      await files.close();
      await rm(folder, { recursive: true });
    },
  };
}
