import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { transitionDelivery } from '../../../functions/mail/campaigns/delivery-repository.ts';
import { sendDueMail } from '../../../functions/mail/outbox/send-due-mail.ts';
import { listDueMails } from '../../../functions/mail/transactional/repository.ts';
import type { Mailer } from '../../../functions/platform/mailer.ts';
import { createSesClient, sesMailer } from '../../../functions/platform/ses.ts';
import { keys } from '../../../functions/platform/table/schema.ts';
import { parseItem } from '../../../functions/platform/table/table.ts';
import { Mailbox } from '../../../infra/local/emulators/inbox.ts';
import { sesAccounts } from '../../../infra/local/emulators/ses.ts';
import { freePort } from '../../../infra/local/ports.ts';
import { startApi } from '../../support/api/api.ts';
import { startSes } from '../../support/emulators.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let api: Awaited<ReturnType<typeof startApi>>;
let mailbox: Mailbox;
let ses: Awaited<ReturnType<typeof startSes>>;
let mailId: string;

beforeEach(async () => {
  api = await startApi();
  mailbox = new Mailbox(temporaryFolder());
  ses = await startSes(mailbox);
  await api.register({ userName: '王小明', email: 'teapot@example.org' });
  [mailId = ''] = await listDueMails(api, api.time.now, 10);
});
afterEach(() => ses.close());

const mailerAt = (endpoint: string, replyMs?: number) =>
  sesMailer({ from: 'no-reply@example.org' }, createSesClient({ endpoint }), replyMs);

/** One run of the worker, which begins nothing after `until`: how many emails it has sent. */
const deliver = (mailer: Mailer = mailerAt(ses.url), until?: Date) =>
  sendDueMail({ ...api.context, ...api.grantedTo('send-transactional-mail'), mailer }, until);

const itemAt = async (Key: { pk: string; sk: string }) => {
  const { Item = {} } = await api.table.call('GetItem', { Key });
  return parseItem(z.looseObject({ state: z.optional(z.string()), dueAt: z.optional(z.string()) }), Item);
};
const delivery = () => itemAt(keys.delivery(mailId, 'teapot@example.org'));
const row = () => itemAt(keys.mail(mailId));
const inbox = () => mailbox.list();
const happens = (state: 'sent' | 'bounced') =>
  transitionDelivery(api.context, mailId, 'teapot@example.org', ['sending'], state);

describe('the mail worker', () => {
  it('sends the email of a registration once, in its time and with several workers, and records the delivery', async () => {
    expect(await deliver(mailerAt(ses.url), api.time.now)).toBe(0);
    const sent = await Promise.all([deliver(), deliver(), deliver(), deliver()]);
    expect(sent.toSorted()).toEqual([0, 0, 0, 1]);
    expect(await inbox()).toMatchObject([
      { to: ['teapot@example.org'], text: expect.stringMatching(/^Hello,\n[\s\S]*Username: 王小明/) },
    ]);
    expect(await delivery()).toMatchObject({ state: 'sent', messageId: expect.any(String) });
    expect(await deliver()).toBe(0);
    expect(await inbox()).toHaveLength(1);
  });

  it('keeps an email that SES throttles, or for which there is no connection, and sends it a little later', async () => {
    const expectKept = async (mailer: Mailer, outcome: string, waitMs: number) => {
      expect(await deliver(mailer)).toBe(0);
      expect(await delivery()).toMatchObject({ state: 'pending' });
      expect(api.reports.at(-1)).toMatchObject({ event: 'transactional-mail', outcome });
      api.pass(waitMs - 1);
      expect(await deliver()).toBe(0);
      api.pass(1);
    };
    ses.failNext('throttle');
    await expectKept(mailerAt(ses.url), 'throttled', 5000);
    await expectKept(mailerAt(`http://127.0.0.1:${await freePort()}`), 'unreached', 60_000);
    expect(await deliver()).toBe(1);
    expect(await inbox()).toHaveLength(1);
  });

  it('waits longer before each retry, and gives up after seven days with an error', async () => {
    ses.account = sesAccounts['paused-by-aws'];
    const start = api.time.now.getTime();
    const pausesMinutes: number[] = [];
    for (;;) {
      expect(await deliver()).toBe(0);
      const { dueAt, parts } = await row();
      if (dueAt === undefined) break;
      expect(parts).toBeDefined();
      const pause = Date.parse(dueAt) - api.time.now.getTime();
      pausesMinutes.push(pause / MINUTE);
      // Some days pass without a worker.
      api.pass(pausesMinutes.length === 10 ? 6 * DAY : pause);
    }
    expect(pausesMinutes.length).toBeGreaterThan(12);
    expect(pausesMinutes.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 240, 240]);
    expect(Math.max(...pausesMinutes)).toBe(240);
    expect(api.time.now.getTime() - start).toBe(7 * DAY);
    const tries = api.reports.filter(({ event }) => event === 'transactional-mail');
    expect(tries).toHaveLength(pausesMinutes.length + 1);
    for (const each of tries) expect(each).toMatchObject({ level: 'error', problem: 'account-paused' });
    expect(api.reports.at(-1)).toEqual({
      level: 'error',
      event: 'transactional-mail-given-up',
      id: mailId,
      requestId: expect.any(String),
      outcome: 'sender-rejected',
    });
    const reason = expect.stringContaining('Sending paused for this account');
    expect(await delivery()).toMatchObject({ state: 'failed', reason });
    expect(await row()).not.toHaveProperty('parts');
    expect(await inbox()).toEqual([]);
  });

  it('does not send a code for a new password after it has expired', async () => {
    await deliver();
    const ask = () => api.post('/auth/forgetPassword', { email: 'teapot@example.org' });
    await ask();
    [mailId = ''] = await listDueMails(api, api.time.now, 10);
    api.pass(10 * MINUTE);
    await ask();
    expect(await deliver()).toBe(1);
    expect(await inbox()).toHaveLength(2);
    expect(api.reports).toContainEqual(expect.objectContaining({ id: mailId, outcome: 'code-expired' }));
    // "Skipped" on the screen: nobody rejected it.
    expect(await delivery()).toMatchObject({
      state: 'suppressed',
      reason: 'The code expired before the email could be sent',
    });
  });

  it.each([
    [DAY - 1000, /^\d{8}$/m],
    [DAY, /^This code expired before we could send this email\./m],
  ])('sends the rest of a welcome after %i ms, the code only if it is valid', async (late, expected) => {
    api.pass(late);
    expect(await deliver()).toBe(1);
    const [{ text = '' } = {}] = await inbox();
    expect(text).toMatch(expected);
    expect(text).toContain('Membership ID: ');
    expect(/^\d{8}$/m.test(text)).toBe(late < DAY);
  });

  it('keeps the lease after a lost reply and sends again when it ends: at least once', async () => {
    // Due after the other one, which therefore meets the silence.
    api.pass(1000);
    await api.register({ userName: 'bunny', email: 'bunny@example.org' });
    ses.failNext('hang');
    expect(await deliver(mailerAt(ses.url, 500))).toBe(1);
    expect(await delivery()).toMatchObject({ state: 'sending' });
    api.pass(119_000);
    expect(await deliver()).toBe(0);
    api.pass(1000);
    expect(await deliver()).toBe(1);
    expect(await delivery()).toMatchObject({ state: 'sent' });
    expect(await inbox()).toHaveLength(3);
  });

  it.each(['sent', 'bounced'] as const)(
    'sends nothing again after a lost reply once SES’s event has said that it was %s',
    async (state) => {
      ses.failNext('drop-reply');
      expect(await deliver()).toBe(0);
      await happens(state);
      api.pass(2 * MINUTE);
      expect(await deliver()).toBe(0);
      expect(await delivery()).toMatchObject({ state });
      expect(await row()).not.toHaveProperty('parts');
      expect(await row()).not.toHaveProperty('dueAt');
      expect(await inbox()).toHaveLength(1);
    },
  );

  it.each([
    { outcome: 'sent', messageId: 'm' },
    { outcome: 'rejected', reason: 'Address blacklisted' },
    { outcome: 'throttled', reason: 'Maximum sending rate exceeded' },
  ] as const)('keeps what SES’s event says before its reply: $outcome', async (result) => {
    const send = async () => {
      await happens('bounced');
      return result;
    };
    await deliver({ ...mailerAt(ses.url), send });
    expect(await delivery()).toMatchObject({ state: 'bounced' });
    expect(await row()).not.toHaveProperty('dueAt');
    api.pass(HOUR);
    expect(await deliver()).toBe(0);
    expect(await inbox()).toEqual([]);
  });
});
