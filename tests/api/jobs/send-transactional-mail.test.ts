import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { deliveriesRepository } from '../../../functions/mail/campaigns/delivery-repository.ts';
import { membershipEndingMail } from '../../../functions/mail/transactional/messages/membership.ts';
import { sendDueMail } from '../../../functions/mail/transactional/send-due-mail.ts';
import { createSesClient, sesMailer } from '../../../functions/platform/ses.ts';
import { keys } from '../../../functions/platform/table/schema.ts';
import { parseItem } from '../../../functions/platform/table/table.ts';
import { Mailbox } from '../../../infra/local/emulators/mailbox.ts';
import { type SesEmulator, startSes } from '../../../infra/local/emulators/ses.ts';
import { freePort } from '../../../infra/local/free-port.ts';
import { startApi } from '../../support/api/api.ts';
import { preparedOnce } from '../../support/api/prepared-once.ts';
import { rejectingAccounts } from '../../support/jobs/rejecting-accounts.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let mailbox: Mailbox;
let ses: SesEmulator;
let deliver: (until?: Date) => Promise<number>;
let mailId: string;

const registerOnce = preparedOnce((first) =>
  first.register({ userName: '王小明', email: 'teapot@example.org' }),
);
beforeEach(async () => {
  api = await startApi();
  mailbox = new Mailbox(temporaryFolder());
  ses = await startSes(mailbox);
  deliver = (until) => sendDueMail(depsWith(mailerAt(ses.url)), until);
  await registerOnce(api);
  [mailId = ''] = await api.queuedMails.listDue(api.time.now, 10);
});
afterEach(() => ses.close());

const depsWith = (mailer: ReturnType<typeof sesMailer>) => ({
  ...api.deps,
  queuedMails: api.queuedMails,
  mailer,
  contactAddress: 'contact@example.org',
});

const mailerAt = (endpoint: string, replyMs?: number) =>
  sesMailer(
    { from: 'Asia Graphics Association <no-reply@example.org>', configurationSet: 'tests' },
    createSesClient({ endpoint }),
    replyMs,
  );

const delivery = async () => {
  const Key = keys.delivery(mailId, 'teapot@example.org');
  const { Item = {} } = await api.table.call('GetItem', { Key });
  return parseItem(z.looseObject({ state: z.string() }), Item);
};
const row = async () => {
  const { Item = {} } = await api.table.call('GetItem', { Key: keys.mail(mailId) });
  return parseItem(z.looseObject({ dueAt: z.optional(z.string()) }), Item);
};
const inbox = async () => (await mailbox.list()).map(({ to, text }) => ({ to, text }));

describe('the mail worker', () => {
  it('sends the email of a registration once and records the delivery', async () => {
    expect(await deliver()).toBe(1);
    expect(await inbox()).toEqual([
      { to: ['teapot@example.org'], text: expect.stringMatching(/^Hello,\n[\s\S]*Username: 王小明/) },
    ]);
    expect(await delivery()).toMatchObject({ state: 'sent', messageId: expect.any(String) });
    expect(await deliver()).toBe(0);
    expect(await inbox()).toHaveLength(1);
  });

  it("leaves the state to SES's event that comes before its reply, and sends once", async () => {
    const mailer = mailerAt(ses.url);
    const deliveries = deliveriesRepository(api.table);
    const eventFirst: typeof mailer = {
      ...mailer,
      send: async (mail) => {
        const result = await mailer.send(mail);
        await deliveries.transition(mailId, 'teapot@example.org', ['sending'], 'bounced', api.time.now);
        return result;
      },
    };
    expect(await sendDueMail(depsWith(eventFirst))).toBe(1);
    expect(await delivery()).toMatchObject({ state: 'bounced' });
    expect(await row()).not.toHaveProperty('dueAt');
    api.time.now = new Date(api.time.now.getTime() + 3_600_000);
    expect(await deliver()).toBe(0);
    expect(await inbox()).toHaveLength(1);
  });

  it('sends an email once with several workers', async () => {
    const sent = await Promise.all(Array.from({ length: 8 }, deliver));
    expect(sent.reduce((a, b) => a + b)).toBe(1);
    expect(await inbox()).toHaveLength(1);
  });

  it('retries a throttled email and does not count it as sent', async () => {
    ses.failNext('throttle');
    expect(await deliver()).toBe(0);
    expect(await delivery()).toMatchObject({ state: 'pending' });
    expect(await deliver()).toBe(0);
    api.pass(5000);
    expect(await deliver()).toBe(1);
    expect(await inbox()).toHaveLength(1);
  });

  // Campaigns meet them all.
  it.each(rejectingAccounts.slice(0, 1))(
    'keeps an email that SES rejects for its sender: %s',
    async (_name, account, problem) => {
      ses.account = account;
      expect(await deliver()).toBe(0);
      expect(await delivery()).toMatchObject({ state: 'pending' });
      expect(api.reports.at(-1)).toMatchObject({ outcome: 'sender-rejected', problem });
      ses.account = {};
      api.pass(60_000);
      expect(await deliver()).toBe(1);
      expect(await inbox()).toHaveLength(1);
    },
  );

  it('waits longer before each retry, and gives up after seven days with an error', async () => {
    ses.account = { pausedBy: 'aws' };
    const start = api.time.now.getTime();
    const pausesMinutes: number[] = [];
    for (;;) {
      expect(await deliver()).toBe(0);
      const { dueAt, parts } = await row();
      if (dueAt === undefined) break;
      expect(parts).toBeDefined();
      const pause = Date.parse(dueAt) - api.time.now.getTime();
      pausesMinutes.push(pause / 60_000);
      // Some days pass without a worker.
      api.pass(pausesMinutes.length === 10 ? 6 * 86_400_000 : pause);
    }
    expect(pausesMinutes.length).toBeGreaterThan(12);
    expect(pausesMinutes.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 240, 240]);
    expect(Math.max(...pausesMinutes)).toBe(240);
    expect(api.time.now.getTime() - start).toBe(7 * 86_400_000);
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
    expect(await delivery()).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('Sending paused for this account'),
    });
    expect((await row())['parts']).toBeUndefined();
    expect(await inbox()).toEqual([]);
  });

  it('does not send a code for a new password after it has expired', async () => {
    await deliver();
    const ask = () => api.post('/auth/forgetPassword', { email: 'teapot@example.org' });
    await ask();
    const [first = ''] = await api.queuedMails.listDue(api.time.now, 10);
    api.pass(10 * 60_000);
    await ask();
    expect(await deliver()).toBe(1);
    expect(await inbox()).toHaveLength(2);
    expect(api.reports).toContainEqual({
      level: 'warn',
      event: 'transactional-mail',
      id: first,
      requestId: expect.any(String),
      outcome: 'code-expired',
    });
    mailId = first;
    // "Skipped" on the screen: nobody rejected it.
    expect(await delivery()).toMatchObject({
      state: 'suppressed',
      reason: 'The code expired before the email could be sent',
    });
  });

  it('does not send that a membership ends after it has ended', async () => {
    await deliver();
    const member = await api.operator.findMember('王小明');
    const ending = { end: '2026-03-03', paidUntil: '2028-01-01' };
    for (const hasEnded of [false, true])
      await api.table.commit(
        api.deps.mailQueue.enqueueWrites(membershipEndingMail(api.deps, member, { ...ending, hasEnded })),
      );
    // The day after the end, 0:00 in Hong Kong.
    api.time.now = new Date('2026-03-03T16:00:00Z');
    expect(await deliver()).toBe(1);
    const sent = (await inbox()).map(({ text }) => text).join();
    expect(sent).toContain('membership ended on 3 March 2026');
    expect(sent).not.toContain('valid until 3 March 2026');
    expect(api.reports).toContainEqual(expect.objectContaining({ outcome: 'too-late' }));
  });

  it.each([
    [86_399_000, /^\d{8}$/m],
    [86_400_000, /^This code expired before we could send this email\./m],
  ])('sends the rest of a welcome after %i ms, the code only if it is valid', async (late, expected) => {
    api.pass(late);
    expect(await deliver()).toBe(1);
    const [{ text = '' } = {}] = await inbox();
    expect(text).toMatch(expected);
    expect(text).toContain('Membership ID: ');
    expect(/^\d{8}$/m.test(text)).toBe(late < 86_400_000);
  });

  it('keeps the lease after a lost reply and sends again when it ends: at least once', async () => {
    ses.failNext('drop-reply');
    expect(await deliver()).toBe(0);
    expect(await delivery()).toMatchObject({ state: 'sending' });
    api.pass(119_000);
    expect(await deliver()).toBe(0);
    api.pass(1000);
    expect(await deliver()).toBe(1);
    expect(await delivery()).toMatchObject({ state: 'sent' });
    expect(await inbox()).toHaveLength(2);
  });

  it.each(['sent', 'delivered', 'bounced'] as const)(
    'sends nothing again after a lost reply once SES’s event has said that it was %s',
    async (state) => {
      const deliveries = deliveriesRepository(api.table);
      ses.failNext('drop-reply');
      expect(await deliver()).toBe(0);
      await deliveries.transition(mailId, 'teapot@example.org', ['sending'], state, api.time.now);
      api.pass(120_000);
      expect(await deliver()).toBe(0);
      expect(await delivery()).toMatchObject({ state });
      expect(await row()).not.toHaveProperty('parts');
      expect(await row()).not.toHaveProperty('dueAt');
      expect(await inbox()).toHaveLength(1);
    },
  );

  it.each([
    ['rejected', { outcome: 'rejected', reason: 'Address blacklisted' }],
    ['throttled', { outcome: 'throttled', reason: 'Maximum sending rate exceeded' }],
  ] as const)(
    'keeps what the event of an earlier try has said when the next one is %s',
    async (_, result) => {
      const deliveries = deliveriesRepository(api.table);
      ses.failNext('drop-reply');
      expect(await deliver()).toBe(0);
      api.pass(120_000);
      const eventMeanwhile = {
        ...mailerAt(ses.url),
        send: async () => {
          await deliveries.transition(mailId, 'teapot@example.org', ['sending'], 'delivered', api.time.now);
          return result;
        },
      };
      expect(await sendDueMail(depsWith(eventMeanwhile))).toBe(0);
      expect(await delivery()).toMatchObject({ state: 'delivered' });
      api.pass(3_600_000);
      expect(await deliver()).toBe(0);
      expect(await inbox()).toHaveLength(1);
    },
  );

  it('goes on after an email that SES does not answer, and retries it when its lease ends', async () => {
    // Due after the other one, which therefore meets the silence.
    api.pass(1000);
    await api.register({ userName: 'bunny', email: 'bunny@example.org' });
    ses.failNext('hang');
    expect(await sendDueMail(depsWith(mailerAt(ses.url, 500)))).toBe(1);
    expect(await delivery()).toMatchObject({ state: 'sending' });
    expect((await inbox()).map(({ to }) => to[0]).sort()).toEqual([
      'bunny@example.org',
      'teapot@example.org',
    ]);
    expect(await deliver()).toBe(0);
    api.pass(120_000);
    expect(await deliver()).toBe(1);
    expect(await delivery()).toMatchObject({ state: 'sent' });
  });

  it('retries soon without a connection to SES, and sends once', async () => {
    const mailer = mailerAt(`http://127.0.0.1:${await freePort()}`);
    expect(await sendDueMail(depsWith(mailer))).toBe(0);
    expect(await delivery()).toMatchObject({ state: 'pending' });
    expect(api.reports.at(-1)).toMatchObject({
      level: 'warn',
      event: 'transactional-mail',
      outcome: 'unreached',
    });
    expect(await deliver()).toBe(0);
    api.pass(30_000);
    expect(await deliver()).toBe(1);
    expect(await inbox()).toHaveLength(1);
  });

  it('begins nothing new when its time is up', async () => {
    expect(await deliver(api.time.now)).toBe(0);
    expect(await delivery()).toMatchObject({ state: 'pending' });
    expect(await deliver()).toBe(1);
  });
});
