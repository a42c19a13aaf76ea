import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openAdministration } from '../../functions/handlers/administration.ts';
import { openMailServices, openRepositories } from '../../functions/handlers/dependencies.ts';
import { handleDeliveryEvents } from '../../functions/handlers/handle-delivery-events.ts';
import { meterWrites } from '../../functions/handlers/rehearsal.ts';
import { createCampaign } from '../../functions/mail/campaigns/create-campaign.ts';
import { campaignConsumer } from '../../functions/mail/campaigns/send-deliveries.ts';
import { memberRow } from '../../functions/members/repository.ts';
import { s3Files } from '../../functions/platform/files.ts';
import { createRuntime } from '../../functions/platform/runtime.ts';
import { sesMailer } from '../../functions/platform/ses.ts';
import { keys } from '../../functions/platform/table/schema.ts';
import { openTable } from '../../functions/platform/table/table.ts';
import { put } from '../../functions/platform/table/writes.ts';
import { measuredUnits } from '../../infra/cli/cost.ts';
import { ensureTable, startDatabase } from '../../infra/local/database.ts';
import { startS3 } from '../../infra/local/emulators/s3.ts';
import { startSqs } from '../../infra/local/emulators/sqs.ts';
import { configureLocalAws } from '../../infra/local/environment.ts';
import { drainQueue } from '../../infra/local/queue-poller.ts';
import { campaignQueue } from '../../infra/queues.ts';
import { member, session } from '../support/api/make.ts';
import { mostInASecond, startSesProcess } from '../support/jobs/ses-process.ts';
import { sized } from '../support/sizes.ts';
import { type Figure, figure } from './figures.ts';

/** A mail to members as it leaves by the queue, against an emulator of SES that keeps its rate strictly. */

const SITE_URL = 'https://www.example.org';
const MAIL_FROM = 'Asia Graphics Association <no-reply@example.org>';
const MAIL_KEY = 'key-of-the-bench-0123456789-0123456789';
const workerCode = join(import.meta.dirname, '../support/jobs/campaign-worker.ts');

const PER_SECOND = 50;
const DELIVERIES = 1000;
const MOST_RECIPIENTS = 10_000;
/** The others have unsubscribed: a delivery with 3.6 MB costs each side a tenth of a second. */
const DELIVERIES_WITH_FILES = sized(250, MOST_RECIPIENTS);
const MB = 1024 * 1024;

export async function measure(): Promise<Figure[]> {
  const plain = await rate();
  const heavy = await memory();
  return [
    figure('write units a delivery', plain.units / DELIVERIES, 'times', {
      atMost: measuredUnits.campaignEmail.writes,
    }),
    figure('requests to SES a delivery', plain.requests / DELIVERIES, 'times', { atMost: 1, atLeast: 1 }),
    figure('ideal time to real time', plain.rate, 'times', { atLeast: 0.9 }),
    figure(`most that arrive in a second, of ${PER_SECOND}`, plain.most, 'times', { atMost: PER_SECOND }),
    figure('deliveries lost', DELIVERIES - plain.arrived, 'times', { atMost: 0 }),
    figure('from Send to the first copy, 1,000 members', plain.firstAfter, 'ms', { atMost: 3000 }),
    figure('from Send to the first copy, 10,000 members', heavy.firstAfter, 'ms', { atMost: 15_000 }),
    figure("worker's memory, 10,000 members, 3.6 MB", heavy.peak, 'bytes', { atMost: 768 * MB }),
    figure('of it, taken for the second half of the deliveries', heavy.grown, 'bytes', { atMost: 64 * MB }),
    figure('deliveries with 3.6 MB lost', DELIVERIES_WITH_FILES - heavy.arrived, 'times', { atMost: 0 }),
  ];
}

/** Worker and table's meter in this process. */
async function rate() {
  const stage = await mailStage(DELIVERIES, DELIVERIES);
  const { table, writeUnits } = meterWrites(stage.table);
  const deps = depsOn({ ...stage, table });
  const before = writeUnits();
  const sentAt = await send(stage, deps, []);
  await drainQueue({
    queueUrl: stage.queueUrl,
    handle: campaignConsumer(deps),
    concurrency: campaignQueue.concurrency,
  });
  const { arrivals, taken, events } = await stage.ses.story();
  await handleDeliveryEvents(deps, events);
  await stage.close();
  const [first = 0] = arrivals;
  const last = arrivals.at(-1) ?? 0;
  return {
    units: writeUnits() - before,
    requests: arrivals.length,
    arrived: new Set(taken).size,
    most: mostInASecond(arrivals),
    firstAfter: first - sentAt,
    rate: (((DELIVERIES - 1) / PER_SECOND) * 1000) / (last - first),
  };
}

/** The worker in a process of its own, whose memory is its own. */
async function memory() {
  const stage = await mailStage(MOST_RECIPIENTS, DELIVERIES_WITH_FILES);
  const sentAt = await send(stage, depsOn(stage), [pdf('a.pdf'), pdf('b.pdf')]);
  let peak = 0;
  let early = 0;
  // What does not fit into one start is taken up by the next.
  for (let start = 0; start < 20 && (await takenBy(stage)) < DELIVERIES_WITH_FILES; start += 1) {
    const worker = stage.startWorker();
    worker.on('message', (bytes) => {
      peak = Math.max(peak, Number(bytes));
    });
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    while (early === 0 && worker.exitCode === null) {
      await wait(100);
      if ((await takenBy(stage)) >= DELIVERIES_WITH_FILES / 2) early = peak;
    }
    await ended;
  }
  const { arrivals, taken } = await stage.ses.story();
  await stage.close();
  const [first = 0] = arrivals;
  return { peak, grown: peak - early, arrived: new Set(taken).size, firstAfter: first - sentAt };
}

const takenBy = async ({ ses }: MailStage) => (await ses.story()).taken.length;

const pdf = (name: string) => ({
  name,
  bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(1.79 * MB)]),
});

const depsOn = ({ table, queueUrl }: Pick<MailStage, 'table' | 'queueUrl'>) => ({
  ...openRepositories(
    table,
    createRuntime(() => {}),
  ),
  ...openMailServices({ mailBucket: 'mail', mailKey: MAIL_KEY, siteUrl: SITE_URL }),
  ...openAdministration(table, {
    mailBucket: 'mail',
    imageBucket: 'mail',
    queueUrl,
    schedules: { group: '', queueArn: '', roleArn: '' },
  }),
  files: s3Files('mail'),
  secondFactorPolicy: 'optional' as const,
  sender: sesMailer({ from: MAIL_FROM }),
});

/** Resolves to when Send was pressed. */
async function send(
  { sender, people }: MailStage,
  deps: ReturnType<typeof depsOn>,
  attachments: { name: string; bytes: Buffer }[],
): Promise<number> {
  const sentAt = performance.timeOrigin + performance.now();
  const source = { network: '203.0.113.7', browser: '' };
  await createCampaign(
    deps,
    { member: sender, session: session({ uid: sender.uid }), source },
    {
      subject: 'Call for papers',
      content: '<p>Dear {{firstName|colleague}}, come to our conference.</p>',
      recipients: JSON.stringify(people.map(({ email }) => email)),
      replyTo: '',
      attachments,
    },
  );
  return sentAt;
}

/** Everything around the worker: table, files, SES, and so many members, of whom the first few want announcements. */
async function mailStage(members: number, wanting: number) {
  const folder = await mkdtemp(join(tmpdir(), 'mail-pipeline-'));
  const database = await startDatabase();
  const files = await startS3({ folder, buckets: ['mail'], clock: () => new Date() });
  const ses = await startSesProcess(PER_SECOND);
  const sqs = await startSqs('campaigns', { clock: () => new Date(), ...campaignQueue });
  configureLocalAws({ dynamodb: database.endpoint, s3: files.url, ses: ses.url, sqs: sqs.url });
  const table = openTable('bench');
  await ensureTable(table.name);

  const people = Array.from({ length: members }, (_, index) =>
    member({
      uid: String(20_000_000 + index),
      username: `bunny_${index}`,
      email: `bunny-${String(index).padStart(5, '0')}@example.org`,
      emailVerified: true,
    }),
  );
  const sender = member({ uid: '10000000', role: 'administrator' });
  for (const [index, person] of [sender, ...people].entries()) {
    const marker = { ...keys.email(person.email), uid: person.uid };
    const row = { ...memberRow(person), ...(index > wanting && { announcementsOff: true }) };
    await table.commit([put('row', row), put('row', marker)]);
  }

  return {
    table,
    ses,
    queueUrl: sqs.queueUrl,
    sender,
    people,
    startWorker: () =>
      fork(workerCode, {
        env: {
          ...process.env,
          TABLE_NAME: table.name,
          MAIL_FROM,
          MAIL_BUCKET: 'mail',
          MAIL_KEY,
          SITE_URL,
          CAMPAIGN_QUEUE_URL: sqs.queueUrl,
          WORKER_NOW: String(Date.now()),
        },
      }),
    async close(): Promise<void> {
      await Promise.all([ses.stop(), sqs.close(), files.close()]);
      await database.stop();
      await rm(folder, { recursive: true });
    },
  };
}

type MailStage = Awaited<ReturnType<typeof mailStage>>;
