import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memberRow } from '../../functions/members/repository.ts';
import { keys } from '../../functions/platform/table/schema.ts';
import { openTable } from '../../functions/platform/table/table.ts';
import { put } from '../../functions/platform/table/writes.ts';
import { ensureTable, startDatabase } from '../../infra/local/database.ts';
import { startS3 } from '../../infra/local/emulators/s3.ts';
import { configureLocalAws } from '../../infra/local/environment.ts';
import { member } from '../support/api/make.ts';
import { startSesProcess } from '../support/jobs/ses-process.ts';

export const SITE_URL = 'https://www.example.org';
export const MAIL_KEY = 'key-of-the-bench-0123456789-0123456789';
const workerCode = join(import.meta.dirname, '../support/jobs/campaign-worker.ts');

/** Everything around the worker: table, files, SES, and so many members, of whom the first few want announcements. */
export async function mailStage(members: number, wanting: number, perSecond: number) {
  const folder = await mkdtemp(join(tmpdir(), 'mail-pipeline-'));
  const database = await startDatabase();
  const files = await startS3({ folder, buckets: ['mail'], clock: () => new Date() });
  const ses = await startSesProcess(perSecond);
  configureLocalAws({ dynamodb: database.endpoint, s3: files.url, ses: ses.url });
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
    sender,
    people,
    async isDone(): Promise<boolean> {
      const due = await table.call('Query', {
        IndexName: 'due',
        KeyConditionExpression: 'due = :due',
        ExpressionAttributeValues: { ':due': 'CAMPAIGN' },
      });
      return due.Count === 0;
    },
    startWorker: () =>
      fork(workerCode, {
        env: {
          ...process.env,
          TABLE_NAME: table.name,
          MAIL_FROM: 'Asia Graphics Association <no-reply@example.org>',
          MAIL_BUCKET: 'mail',
          MAIL_KEY,
          SITE_URL,
          WORKER_NOW: String(Date.now()),
        },
      }),
    async close(): Promise<void> {
      await Promise.all([ses.stop(), files.close()]);
      await database.stop();
      await rm(folder, { recursive: true });
    },
  };
}

export type MailStage = Awaited<ReturnType<typeof mailStage>>;
