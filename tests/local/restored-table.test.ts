import { beforeEach, expect, it } from 'vitest';
import { prepareRestoredTable } from '../../functions/handlers/restored-table.ts';
import { campaignsRepository } from '../../functions/mail/campaigns/campaign-repository.ts';
import { deliveriesRepository } from '../../functions/mail/campaigns/delivery-repository.ts';
import { transactionalMailQueue } from '../../functions/mail/transactional/enqueue-repository.ts';
import { createMail } from '../../functions/mail/transactional/mail.ts';
import { queuedMailsRepository } from '../../functions/mail/transactional/repository.ts';
import { sendDueMail } from '../../functions/mail/transactional/send-due-mail.ts';
import { membersRepository } from '../../functions/members/repository.ts';
import { receiptsRepository } from '../../functions/payments/receipt-repository.ts';
import { createRuntime } from '../../functions/platform/runtime.ts';
import type { Table } from '../../functions/platform/table/table.ts';
import { reminderTime } from '../../infra/schedules.ts';
import { insertCampaign } from '../support/api/make.ts';
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
  const deps = {
    ...runtimeAt(now),
    members: membersRepository(table),
    queuedMails: queuedMailsRepository(table),
    mailer,
  };
  await sendDueMail({ ...deps, siteUrl: '', contactAddress: '' });
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
  await table.commit(transactionalMailQueue.enqueueWrites(mail));
  return { table, mail, queuedMails: queuedMailsRepository(table) };
}

it('holds emails that may have left after the restored second, until an operator sends or discards them', async () => {
  const { table, mail, queuedMails } = await withMail();
  expect((await prepare(table)).heldMails).toBe(1);
  expect(await sentFrom(table)).toEqual([]);
  expect(await queuedMails.listQueued()).toEqual([]);
  const [held] = await queuedMails.listQueued(true);
  expect(held).toMatchObject({ id: mail.id, to: 'teapot@example.org', subject: 'Hello' });
  if (!held) return;
  expect(await table.commit(queuedMails.sendNowWrites(held, now))).toEqual([]);
  expect(await sentFrom(table)).toEqual(['teapot@example.org']);
  expect(await table.commit(queuedMails.discardWrites(held, 'too late', now))).not.toEqual([]);
});

it('a held email that is discarded is never sent, and is shown as cancelled', async () => {
  const { table, mail, queuedMails } = await withMail();
  await prepare(table);
  const [held] = await queuedMails.listQueued(true);
  if (held) await table.commit(queuedMails.discardWrites(held, 'sent by hand', now));
  expect(await queuedMails.listQueued(true)).toEqual([]);
  expect(await sentFrom(table)).toEqual([]);
  expect(await deliveriesRepository(table).findDelivery(mail.id, mail.to)).toMatchObject({
    state: 'cancelled',
    reason: 'sent by hand',
  });
});

it('gives no receipt number again of which there is a document', async () => {
  const table = await freshTable();
  const receipts = receiptsRepository(table);
  expect(await prepare(table, 7)).toMatchObject({
    nextReceipt: 'AG-000008',
    skippedReceipts: 7,
  });
  expect(await receipts.lastSerial()).toBe(7);
  await table.commit([receipts.reserveSerialsWrite(7)]);
  expect(await prepare(table, 7)).toMatchObject({
    nextReceipt: 'AG-000009',
    skippedReceipts: 0,
  });
});

it('pauses campaigns that may have left, and leaves those of a later time', async () => {
  const table = await freshTable();
  const campaigns = campaignsRepository(table);
  await insertCampaign(table, { id: 'past', state: 'scheduled', sendAt: '2026-11-22T00:00:00Z' });
  await insertCampaign(table, { id: 'future', state: 'scheduled', sendAt: '2026-12-24T00:00:00Z' });
  expect((await prepare(table)).pausedCampaigns).toBe(1);
  expect(await campaigns.findCampaign('past')).toMatchObject({
    state: 'paused',
    note: expect.stringContaining('restored to an earlier time'),
  });
  expect((await campaigns.findCampaign('future'))?.state).toBe('scheduled');
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
  const { table, mail, queuedMails } = await withMail();
  const leased = await queuedMails.acquireLease(mail.id, now, 60);
  expect(leased?.attempt).toBe(1);
  const [queued] = await queuedMails.listQueued();
  if (!queued) throw new Error('it is not queued');
  expect(await table.commit(queuedMails.sendNowWrites(queued, now))).toMatchObject([{ label: 'delivery' }]);
  expect(await table.commit(queuedMails.discardWrites(queued, '', now))).toMatchObject([
    { label: 'delivery' },
  ]);
});
