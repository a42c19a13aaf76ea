import { setTimeout as wait } from 'node:timers/promises';
import { openMailServices, openRepositories } from '../../functions/handlers/dependencies.ts';
import { handleDeliveryEvents } from '../../functions/handlers/handle-delivery-events.ts';
import { meterWrites } from '../../functions/handlers/rehearsal.ts';
import { createCampaign } from '../../functions/mail/campaigns/create-campaign.ts';
import { sendDueCampaigns } from '../../functions/mail/campaigns/send-worker.ts';
import { createRuntime } from '../../functions/platform/runtime.ts';
import { sesMailer } from '../../functions/platform/ses.ts';
import { session } from '../support/api/make.ts';
import { mostInASecond } from '../support/jobs/ses-process.ts';
import { sized } from '../support/sizes.ts';
import type { Figure } from './figures.ts';
import { MAIL_KEY, type MailStage, mailStage, SITE_URL } from './mail-stage.ts';

/** A mail to members as the worker sends it, against an SES stand-in that keeps its rate strictly. */

const PER_SECOND = 50;
const DELIVERIES = 1000;
const MOST_RECIPIENTS = 10_000;
/** The others have unsubscribed: a copy with 3.6 MB costs each side a tenth of a second. */
const DELIVERIES_WITH_FILES = sized(250, MOST_RECIPIENTS);
const MB = 1024 * 1024;

export async function measure(): Promise<Figure[]> {
  const plain = await rate();
  const heavy = await memory();
  return [
    { name: 'write units a copy', value: plain.units / DELIVERIES, unit: 'times', atMost: 4 },
    {
      name: 'requests to SES a copy',
      value: plain.requests / DELIVERIES,
      unit: 'times',
      atMost: 1,
      atLeast: 1,
    },
    { name: 'ideal time to real time', value: plain.rate, unit: 'times', atLeast: 0.97 },
    {
      name: `most that arrive in a second, of ${PER_SECOND}`,
      value: plain.most,
      unit: 'times',
      atMost: PER_SECOND,
    },
    { name: 'copies lost', value: DELIVERIES - plain.arrived, unit: 'times', atMost: 0 },
    { name: 'from Send to the first copy, 1,000 members', value: plain.firstAfter, unit: 'ms', atMost: 3000 },
    {
      name: 'from Send to the first copy, 10,000 members',
      value: heavy.firstAfter,
      unit: 'ms',
      atMost: 15_000,
    },
    { name: `worker's memory, 10,000 members, 3.6 MB`, value: heavy.peak, unit: 'bytes', atMost: 768 * MB },
    {
      name: 'of it, taken for the second half of the copies',
      value: heavy.grown,
      unit: 'bytes',
      atMost: 64 * MB,
    },
    {
      name: 'copies with 3.6 MB lost',
      value: DELIVERIES_WITH_FILES - heavy.arrived,
      unit: 'times',
      atMost: 0,
    },
  ];
}

/** Worker and table's meter in this process. */
async function rate() {
  const stage = await mailStage(DELIVERIES, DELIVERIES, PER_SECOND);
  const { table, writeUnits } = meterWrites(stage.table);
  const { senderDeps } = partsOf({ ...stage, table });
  const before = writeUnits();
  const sentAt = await send(stage, senderDeps, []);
  await sendDueCampaigns(senderDeps, new Date(Date.now() + 14 * 60_000));
  const { arrivals, taken, events } = await stage.ses.story();
  await handleDeliveryEvents(senderDeps, events);
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
  const stage = await mailStage(MOST_RECIPIENTS, DELIVERIES_WITH_FILES, PER_SECOND);
  const { senderDeps } = partsOf(stage);
  const sentAt = await send(stage, senderDeps, [
    { name: 'a.pdf', bytes: bytesOf(1.8 * MB, '%PDF-1.7\n') },
    { name: 'b.pdf', bytes: bytesOf(1.8 * MB, '%PDF-1.7\n') },
  ]);
  let peak = 0;
  let early = 0;
  // What does not fit into one start is taken up by the next.
  for (let start = 0; start < 20 && !(await stage.isDone()); start += 1) {
    const worker = stage.startWorker();
    worker.on('message', (bytes) => {
      peak = Math.max(peak, Number(bytes));
    });
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    while (early === 0 && worker.exitCode === null) {
      await wait(100);
      if ((await stage.ses.story()).taken.length >= DELIVERIES_WITH_FILES / 2) early = peak;
    }
    await ended;
  }
  const { arrivals, taken } = await stage.ses.story();
  await stage.close();
  const [first = 0] = arrivals;
  return { peak, grown: peak - early, arrived: new Set(taken).size, firstAfter: first - sentAt };
}

const bytesOf = (length: number, start: string): Buffer => {
  const bytes = Buffer.alloc(Math.floor(length), start);
  for (let at = start.length; at < bytes.length; at += 1) bytes[at] = (at * 2_654_435_761) >>> 24;
  return bytes;
};

function partsOf({ table }: Pick<MailStage, 'table'>) {
  return {
    senderDeps: {
      ...openRepositories(
        table,
        createRuntime(() => {}),
      ),
      ...openMailServices({
        mailBucket: 'mail',
        imageBucket: 'mail',
        mailKey: MAIL_KEY,
        siteUrl: SITE_URL,
      }),
      secondFactorPolicy: 'optional' as const,
      sender: sesMailer({ from: 'Asia Graphics Association <no-reply@example.org>' }),
    },
  };
}

/** Resolves to when Send was pressed. */
async function send(
  { sender, people }: MailStage,
  senderDeps: ReturnType<typeof partsOf>['senderDeps'],
  attachments: { name: string; bytes: Buffer }[],
): Promise<number> {
  const sentAt = performance.timeOrigin + performance.now();
  await createCampaign(
    senderDeps,
    {
      member: sender,
      session: session({ uid: sender.uid }),
      source: { network: '203.0.113.7', browser: '' },
    },
    {
      subject: 'Call for papers',
      content: '<p>Dear {{firstName|colleague}}, come to our conference.</p>',
      recipients: JSON.stringify(people.map(({ email }) => email)),
      attachments,
    },
  );
  return sentAt;
}
