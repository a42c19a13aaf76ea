import { beforeEach, expect, it } from 'vitest';
import { prepareRestoredTable } from '../../functions/handlers/restored-table.ts';
import { createCampaignWrites, findCampaign } from '../../functions/mail/campaigns/campaign-repository.ts';
import { sendDueMail } from '../../functions/mail/outbox/send-due-mail.ts';
import { createMail } from '../../functions/mail/transactional/mail.ts';
import {
  acquireMailLease,
  discardMailWrites,
  enqueueMailWrites,
  listQueuedMails,
  sendMailNowWrites,
} from '../../functions/mail/transactional/repository.ts';
import { findLastReceiptSerial, reserveReceiptSerialsWrite } from '../../functions/payments/repository.ts';
import { createRuntime } from '../../functions/platform/runtime.ts';
import type { Table } from '../../functions/platform/table/table.ts';
import { reminderTime } from '../../infra/schedules.ts';
import { campaign } from '../support/api/make.ts';
import { startReminders } from '../support/jobs/reminders.ts';
import { freshTable, localAws } from '../support/table/dynamo.ts';

beforeEach(() => void Object.assign(process.env, localAws));

const restoredAt = new Date('2026-11-21T08:00:00Z');
const now = new Date('2026-12-02T08:00:00Z');
const runtimeAt = (instant: Date) =>
  createRuntime(
    () => {},
    () => instant,
  );

const prepare = (table: Table, lastDocument = 0) =>
  prepareRestoredTable(table, () => {}, { restoredAt, now: () => now, lastDocument, reminderTime });

/** What the sender would send now. */
async function sentFrom(table: Table): Promise<string[]> {
  const sent: string[] = [];
  const mailer = {
    send: async ({ id, to }: { id: string; to: string }) => {
      sent.push(to);
      return { outcome: 'sent' as const, messageId: id };
    },
  };
  const context = {
    ...runtimeAt(now),
    table,
    mailer,
  };
  await sendDueMail({ ...context, siteUrl: '', contactAddress: '' });
  return sent;
}

/** A table with an email that is due at the restored second. */
async function withMail() {
  const table = await freshTable();
  const mail = createMail(
    runtimeAt(restoredAt),
    { email: 'teapot@example.org', emailVerified: false, firstName: '' },
    { subject: 'Hello', preheader: '', parts: ['Hello.'] },
  );
  await table.commit(enqueueMailWrites(mail));
  return { table, mail };
}

it('holds emails that may have left after the restored second, until an operator sends or discards them', async () => {
  const { table, mail } = await withMail();
  expect((await prepare(table)).heldMails).toBe(1);
  expect(await sentFrom(table)).toEqual([]);
  expect(await listQueuedMails({ table })).toEqual([]);
  const [held] = await listQueuedMails({ table }, true);
  expect(held).toMatchObject({ id: mail.id, to: 'teapot@example.org', subject: 'Hello' });
  if (!held) return;
  expect(await table.commit(sendMailNowWrites(held, now))).toEqual([]);
  expect(await sentFrom(table)).toEqual(['teapot@example.org']);
  expect(await table.commit(discardMailWrites(held, 'too late', now))).not.toEqual([]);
});

it('gives no receipt number again of which there is a document', async () => {
  const table = await freshTable();

  expect(await prepare(table, 7)).toMatchObject({
    nextReceipt: 'AG-000008',
    skippedReceipts: 7,
  });
  expect(await findLastReceiptSerial({ table })).toBe(7);
  await table.commit([reserveReceiptSerialsWrite(7)]);
  expect(await prepare(table, 7)).toMatchObject({
    nextReceipt: 'AG-000009',
    skippedReceipts: 0,
  });
});

it('pauses campaigns that may have left, and leaves those of a later time', async () => {
  const table = await freshTable();

  for (const given of [
    { id: 'past', sendAt: '2026-11-22T00:00:00Z' },
    { id: 'future', sendAt: '2026-12-24T00:00:00Z' },
  ]) {
    const inserted = campaign({ ...given, state: 'scheduled' });
    const mark = { idempotencyKey: inserted.id, sinceIso: inserted.createdAt };
    await table.commit(createCampaignWrites(inserted, mark));
  }
  expect((await prepare(table)).pausedCampaigns).toBe(1);
  expect(await findCampaign({ table }, 'past')).toMatchObject({
    state: 'paused',
    note: expect.stringContaining('restored to an earlier time'),
  });
  expect((await findCampaign({ table }, 'future'))?.state).toBe('scheduled');
});

it('sends no reminder again that was due between the restored second and now', async () => {
  const reminders = await startReminders();
  await reminders.add('teapot');
  expect((await prepare(reminders.table)).marksOfReminders).toBe(1);
  await reminders.run('2026-12-02');
  expect((await reminders.written()).mails).toEqual([]);
  await reminders.run('2026-12-15');
  expect((await reminders.written()).mails).toEqual(['teapot 2026-12-15']);
});

it('an email that a worker is sending is neither sent now nor discarded', async () => {
  const { table, mail } = await withMail();
  const leased = await acquireMailLease({ table }, mail.id, now, 60);
  expect(leased?.attempt).toBe(1);
  const [queued] = await listQueuedMails({ table });
  if (!queued) throw new Error('it is not queued');
  expect(await table.commit(sendMailNowWrites(queued, now))).toMatchObject([{ label: 'delivery' }]);
  expect(await table.commit(discardMailWrites(queued, '', now))).toMatchObject([{ label: 'delivery' }]);
});
