import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sendCampaign } from '../../functions/domain/mail/send-campaign.ts';
import { leavingOpen } from '../../functions/domain/mail/send-copies.ts';
import { sendCampaigns } from '../../functions/jobs/send-campaigns.ts';
import { takeMailEvents } from '../../functions/jobs/take-mail-events.ts';
import { sesRoad } from '../../functions/mail/ses.ts';
import { readMailEvent } from '../../functions/mail/ses-events.ts';
import { openTable, type Table, transact } from '../../functions/store/client.ts';
import { dynamoCopyEvents } from '../../functions/store/copy-events.ts';
import { keys } from '../../functions/store/keys.ts';
import { dynamoLimits } from '../../functions/store/limits.ts';
import { dynamoMembers } from '../../functions/store/members.ts';
import { dynamoPace } from '../../functions/store/pace.ts';
import { memberRow } from '../../functions/store/registration.ts';
import { dynamoRoad } from '../../functions/store/road.ts';
import { put } from '../../functions/store/writes.ts';
import { ambient } from '../../functions/wire/ambient.ts';
import { wireMailing } from '../../functions/wire/mailing.ts';
import { ensureTable } from '../../infra/local/create-table.ts';
import { startDatabase } from '../../infra/local/database.ts';
import { enterLocalAws } from '../../infra/local/environment.ts';
import { startFiles } from '../../infra/local/files/server.ts';
import type { MailEvent } from '../../infra/local/mail/events.ts';
import { startMail } from '../../infra/local/mail/ses.ts';
import { member } from '../support/make.ts';
import type { Figure } from './figures.ts';

/** A mail to members as the worker sends it, against an SES stand-in that keeps its rate strictly. */

const PER_SECOND = 50;
const COPIES = 1000;
const COPIES_WITH_FILES = 120;
const MB = 1024 * 1024;

export async function measure(): Promise<Figure[]> {
  const plain = await run(COPIES, 0);
  const heavy = await run(COPIES_WITH_FILES, 3.5 * MB);
  return [
    { name: 'write units a copy', value: plain.units / COPIES, unit: 'times', atMost: 4 },
    { name: 'requests to SES a copy', value: plain.requests / COPIES, unit: 'times', atMost: 1, atLeast: 1 },
    { name: 'ideal time to real time', value: plain.pace, unit: 'times', atLeast: 0.97 },
    { name: 'copies lost', value: COPIES - plain.arrived, unit: 'times', atMost: 0 },
    { name: 'from Send to the first copy, 1,000 members', value: plain.firstAfter, unit: 'ms' },
    {
      name: 'memory more at the last copy than at the 30th, 3.5 MB',
      value: heavy.grown,
      unit: 'bytes',
      atMost: 128 * MB,
    },
  ];
}

async function run(copies: number, attachedBytes: number) {
  const folder = await mkdtemp(join(tmpdir(), 'mail-road-'));
  const database = await startDatabase();
  const files = await startFiles({ folder, buckets: ['mail'], clock: () => new Date() });
  const times: number[] = [];
  const memory: number[] = [];
  const events: MailEvent[] = [];
  let requests = 0;
  const ses = await startMail(
    {
      keep: async (_raw, from, to) => {
        times.push(performance.now());
        memory.push(process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers);
        const id = `message-${times.length}`;
        return {
          id,
          from,
          to,
          subject: '',
          text: '',
          html: '',
          headers: {},
          attachments: [],
          receivedAt: '',
        };
      },
    },
    {
      perSecond: PER_SECOND,
      onEvent: (event) => events.push(event),
      faultOf: () => {
        requests += 1;
        return undefined;
      },
    },
  );
  enterLocalAws({ dynamodb: database.endpoint, s3: files.url, ses: ses.url });
  const counter = { units: 0 };
  const table = counted(openTable('bench'), counter);
  await ensureTable(table);

  const road = dynamoRoad(table);
  const surroundings = ambient(() => {});
  const needs = {
    ...surroundings,
    wait,
    ...wireMailing(table, {
      mailBucket: 'mail',
      imageBucket: 'mail',
      mailKey: 'key-of-the-bench-0123456789-0123456789',
      siteUrl: 'https://www.example.org',
    }),
    road,
    leaveOpen: leavingOpen({ ...surroundings, road }),
    members: dynamoMembers(table),
    limits: dynamoLimits(table),
    pace: dynamoPace(table),
    copyEvents: dynamoCopyEvents(table),
    announcer: sesRoad({ from: 'Asia Graphics Association <no-reply@example.org>' }),
  };
  const people = Array.from({ length: copies }, (_, index) =>
    member({
      uid: String(20_000_000 + index),
      username: `bunny_${index}`,
      email: `bunny-${String(index).padStart(5, '0')}@example.org`,
      emailVerified: true,
    }),
  );
  const sender = member({ uid: '10000000', role: 'administrator' });
  for (const person of [...people, sender]) {
    const marker = { ...keys.email(person.email), uid: person.uid };
    await transact(table, [put(table, memberRow(person)), put(table, marker)]);
  }
  const bytes = randomBytes(attachedBytes);
  bytes.write('%PDF-1.7\n');
  const half = Math.ceil(attachedBytes / 2);
  const attachments =
    attachedBytes === 0
      ? []
      : [
          { name: 'a.pdf', bytes: bytes.subarray(0, half) },
          { name: 'b.txt', bytes: Buffer.from(bytes.toString('base64').slice(0, half)) },
        ];

  counter.units = 0;
  const startedAt = performance.now();
  await sendCampaign(needs, sender, {
    subject: 'Call for papers',
    content: '<p>Dear {{firstName|colleague}}, come to our conference.</p>',
    recipients: JSON.stringify(people.map(({ email }) => email)),
    attachments,
  });
  await sendCampaigns(needs, new Date(Date.now() + 14 * 60_000));
  await takeMailEvents(needs, events.map(readMailEvent));
  await Promise.all([ses.close(), files.close()]);
  await database.stop();
  await rm(folder, { recursive: true });

  const [first = 0] = times;
  const last = times.at(-1) ?? 0;
  return {
    units: counter.units,
    requests,
    arrived: times.length,
    firstAfter: first - startedAt,
    pace: (((copies - 1) / PER_SECOND) * 1000) / (last - first),
    grown: Math.max(...memory.slice(30), 0) - (memory[29] ?? 0),
  };
}

/** The table, with what its writes cost by DynamoDB's own count. */
function counted(table: Table, counter: { units: number }): Table {
  const writes = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems']);
  return {
    name: table.name,
    async call(name, input) {
      if (!writes.has(name)) return table.call(name, input);
      const output = await table.call(name, { ...input, ReturnConsumedCapacity: 'TOTAL' });
      const { ConsumedCapacity } = output as { ConsumedCapacity?: object };
      for (const used of [ConsumedCapacity ?? []].flat())
        counter.units += (used as { CapacityUnits?: number }).CapacityUnits ?? 0;
      return output;
    },
  };
}
