import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAdministration } from '../../functions/handlers/administration.ts';
import { openMailServices } from '../../functions/handlers/dependencies.ts';
import { createCampaign } from '../../functions/mail/campaigns/create-campaign.ts';
import { memberRow } from '../../functions/members/repository.ts';
import { s3Files } from '../../functions/platform/files.ts';
import { keys } from '../../functions/platform/table/schema.ts';
import { startS3 } from '../../infra/local/emulators/s3.ts';
import { startSqs } from '../../infra/local/emulators/sqs.ts';
import { campaignQueue } from '../../infra/queues.ts';
import { insertMember, member, session } from '../support/api/make.ts';
import { mostInASecond, startSesProcess } from '../support/jobs/ses-process.ts';
import { startWorker } from '../support/jobs/start-worker.ts';
import { type Figure, figure } from './figures.ts';
import { bunny, fill, onTable } from './on-table.ts';

/** An email to members, sent by a worker in a process of its own, against an emulator of SES that keeps its rate strictly. */

const PER_SECOND = 50;
const DELIVERIES = 1000;
const MOST_RECIPIENTS = 10_000;
/** The others have unsubscribed: a delivery with 3.6 MB costs each side a tenth of a second. */
const DELIVERIES_WITH_FILES = 250;
const MB = 1024 * 1024;

export async function measure(): Promise<Figure[]> {
  const plain = await send(DELIVERIES, DELIVERIES, []);
  const heavy = await send(MOST_RECIPIENTS, DELIVERIES_WITH_FILES, [pdf('a.pdf'), pdf('b.pdf')]);
  const idealMs = (1000 * (DELIVERIES - 1)) / PER_SECOND;
  return [
    figure('ideal time to real time', idealMs / plain.milliseconds, 'times', { atLeast: 0.9 }),
    figure(`most that arrive in a second, of ${PER_SECOND}`, plain.most, 'times', { atMost: PER_SECOND }),
    figure('deliveries lost', DELIVERIES - plain.arrived, 'times', { atMost: 0 }),
    figure('from Send to the first email, 1,000 members', plain.firstAfter, 'ms', { atMost: 3000 }),
    figure('from Send to the first email, 10,000 members', heavy.firstAfter, 'ms', { atMost: 15_000 }),
    figure("worker's memory, 10,000 members, 3.6 MB", heavy.peakBytes, 'bytes', { atMost: 768 * MB }),
    figure('deliveries with 3.6 MB lost', DELIVERIES_WITH_FILES - heavy.arrived, 'times', { atMost: 0 }),
  ];
}

const pdf = (name: string) => ({
  name,
  bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(1.79 * MB)]),
});

/** Sends to so many members, of whom the first few want announcements. */
const send = (members: number, wanting: number, attachments: { name: string; bytes: Buffer }[]) =>
  onTable(async ({ table, ...repositories }) => {
    const folder = await mkdtemp(join(tmpdir(), 'mail-pipeline-'));
    const files = await startS3({ folder, buckets: ['mail'], clock: () => new Date() });
    const ses = await startSesProcess(PER_SECOND);
    const sqs = await startSqs('campaigns', { clock: () => new Date(), ...campaignQueue });
    const { queueUrl } = sqs;
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_S3: files.url,
      AWS_ENDPOINT_URL_SES: ses.url,
      AWS_ENDPOINT_URL_SQS: queueUrl,
    });

    const sender = member({ role: 'administrator' });
    await insertMember(table, sender);
    await fill(table, members, (number) => {
      const person = bunny(number, { emailVerified: true });
      const { uid, email } = person;
      return [
        { ...memberRow(person), ...(number >= wanting && { announcementsOff: true }) },
        { ...keys.email(email), uid },
      ];
    });

    const schedules = { group: '', queueArn: '', roleArn: '' };
    const deps = {
      ...repositories,
      ...openMailServices({ mailBucket: 'mail', mailKey: '', siteUrl: 'https://www.example.org' }),
      ...openAdministration(table, { mailBucket: 'mail', imageBucket: 'mail', queueUrl, schedules }),
      table,
      files: s3Files('mail'),
      secondFactorPolicy: 'optional' as const,
    };
    const sentAt = performance.timeOrigin + performance.now();
    const source = { network: '203.0.113.7', browser: '' };
    await createCampaign(
      deps,
      { member: sender, session: session({ uid: sender.uid }), source },
      {
        subject: 'Call for papers',
        content: '<p>Dear {{firstName|colleague}}, come to our conference.</p>',
        recipients: JSON.stringify(Array.from({ length: members }, (_, number) => bunny(number).email)),
        replyTo: '',
        attachments,
      },
    );
    let peakBytes = 0;
    // What does not fit into one start is taken up by the next.
    for (let start = 0; start < 20 && (await ses.story()).taken.length < wanting; start += 1) {
      const worker = startWorker({ table, queueUrl, now: Date.now() });
      worker.on('message', (bytes) => {
        peakBytes = Math.max(peakBytes, Number(bytes));
      });
      await once(worker, 'exit');
    }
    const { arrivals, taken } = await ses.story();
    await Promise.all([ses.stop(), sqs.close(), files.close()]);
    await rm(folder, { recursive: true });
    const [first = 0] = arrivals;
    const last = arrivals.at(-1) ?? 0;
    return {
      arrived: new Set(taken).size,
      most: mostInASecond(arrivals),
      milliseconds: last - first,
      firstAfter: first - sentAt,
      peakBytes,
    };
  });
