import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createUnsubscribeToken,
  getPreferences,
  unsubscribeLinks,
  unsubscribeWithToken,
} from '../../functions/mail/suppressions/preferences.ts';
import { hmacKeyedHash } from '../../functions/platform/keyed-hash.ts';
import { startMailPipeline } from '../support/jobs/mail-pipeline.ts';

/** Preferences, and the unsubscribe link of every announcement (RFC 8058). */

let pipeline: Awaited<ReturnType<typeof startMailPipeline>>;
let member: string;
let uid: string;
let token: string;
let startedAt: Date;
beforeAll(async () => {
  pipeline = await startMailPipeline();
  startedAt = pipeline.time.now;
  await pipeline.register({ userName: 'stanford_bunny', email: 'bunny@example.org' });
  await pipeline.operator.markEmailVerified('stanford_bunny');
  member = (await pipeline.signIn('stanford_bunny')).body.token;
  uid = (await pipeline.operator.findMember('stanford_bunny')).uid;
  token = createUnsubscribeToken(pipeline.deps, uid);
});
afterAll(() => pipeline.stop());
beforeEach(async () => {
  pipeline.time.now = startedAt;
  pipeline.inbox.length = 0;
  await pipeline.deps.members.setAnnouncements(uid, true);
  await pipeline.table.commit([pipeline.deps.suppressions.removeWrite('bunny@example.org')]);
});

const wanted = async () => (await pipeline.get('/user/mail-preferences', { token: member })).body.data;
const oneClick = 'List-Unsubscribe=One-Click';
const urlencoded = 'application/x-www-form-urlencoded';
const leave = (by: string, raw: BodyInit = oneClick, type = urlencoded) =>
  pipeline.call('POST', `/mail/unsubscribe${by}`, undefined, { raw, headers: { 'content-type': type } });
const ANSWER = { status: 200, body: { message: 'You have unsubscribed from announcements.' } };

describe('a member’s preference', () => {
  it('can be changed by the member and applies to the next campaign', async () => {
    expect(await wanted()).toEqual({ announcements: true, suppressedBecause: null });
    const choose = (announcements: boolean) =>
      pipeline.post('/user/mail-preferences', { announcements }, { token: member });
    expect((await choose(false)).body).toMatchObject({ code: 1, data: { announcements: false } });
    expect(await wanted()).toEqual({ announcements: false, suppressedBecause: null });
    await pipeline.send(['bunny@example.org']);
    await pipeline.work();
    expect(pipeline.inbox).toEqual([]);

    await choose(true);
    await pipeline.send(['bunny@example.org'], { subject: 'Another' });
    await pipeline.work();
    expect(pipeline.inbox.map(({ to }) => to)).toEqual(['bunny@example.org']);
  });

  it('come with the reason if the address is suppressed', async () => {
    const suppressedAt = pipeline.time.now.toISOString();
    await pipeline.deps.suppressions.suppress({
      address: 'bunny@example.org',
      reason: 'complained',
      suppressedAt,
      detail: 'x',
    });
    expect(await wanted()).toEqual({ announcements: true, suppressedBecause: 'complained' });
  });

  it('do not affect transactional email', async () => {
    await leave(`?token=${token}`);
    await pipeline.dueMails();
    await pipeline.post('/auth/forgetPassword', { email: 'bunny@example.org' });
    expect((await pipeline.dueMails()).map(({ to, subject }) => [to, subject])).toEqual([
      ['bunny@example.org', 'Your authentication code'],
    ]);
  });
});

describe('the unsubscribe link', () => {
  it.each<[string, BodyInit, string]>([
    ['a mail program, urlencoded', oneClick, urlencoded],
    [
      'a mail program, multipart',
      `--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n`,
      'multipart/form-data; boundary=b',
    ],
  ])('works without signing in, for %s and for the page', async (_who, raw, type) => {
    expect(await leave(`?token=${token}`, raw, type)).toMatchObject(ANSWER);
    expect(await wanted()).toMatchObject({ announcements: false });
    // A repeated call, as email programs make it.
    expect(await leave(`?token=${token}`, raw, type)).toMatchObject(ANSWER);
  });

  it('is in every announcement and unsubscribes its reader only', async () => {
    await pipeline.send(['bunny@example.org'], { subject: 'With a link' });
    await pipeline.work();
    const [mail] = await pipeline.parsed();
    const header = mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    expect(header).toBe(`<https://www.example.org/api/mail/unsubscribe?token=${token}>`);
    await leave(new URL(header.slice(1, -1)).search);
    expect(await wanted()).toMatchObject({ announcements: false });
    const mine = await pipeline.get('/user/mail-preferences', { token: pipeline.token });
    expect(mine.body.data).toMatchObject({ announcements: true });
  });

  it('still works after years and after a change of the address', async () => {
    pipeline.pass(3 * 365 * 86_400_000);
    expect(await leave(`?token=${token}`)).toMatchObject(ANSWER);
    expect((await getPreferences(pipeline.deps, uid)).announcements).toBe(false);
  });

  it('of an email sent by an earlier version unsubscribes its reader, by the page and by the email program', async () => {
    const token = '20000001.announcements.vhX-VEe6tllByYDB3CNGMPkpkA8RarHv23mDsDGP9_o';
    const changes: unknown[] = [];
    const members = {
      ...pipeline.deps.members,
      setAnnouncements: async (...change: unknown[]) => void changes.push(change),
    };
    await unsubscribeWithToken({ keyedHash: hmacKeyedHash('k'.repeat(40)), members }, token);
    expect(changes).toEqual([['20000001', false]]);
    expect(unsubscribeLinks('https://www.example.org', token)).toEqual({
      page: `https://www.example.org/unsubscribe?token=${token}`,
      oneClick: `https://www.example.org/api/mail/unsubscribe?token=${token}`,
    });
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE'])('does nothing on %s', async (method) => {
    const { status } = await pipeline.call(method, `/mail/unsubscribe?token=${token}`);
    expect(status).toBeGreaterThanOrEqual(404);
    expect(await wanted()).toMatchObject({ announcements: true });
  });

  it.each<[string, (genuine: string) => string]>([
    ['none', () => ''],
    ['another member’s hash', (own) => `?token=${own.replace(/^\d+/, '20000001')}`],
    [
      'one letter changed',
      (own) => `?token=${own.slice(0, -2)}${own.at(-2) === 'A' ? 'B' : 'A'}${own.at(-1)}`,
    ],
    ['the hash cut', (own) => `?token=${own.slice(0, -1)}`],
    ['another list', (own) => `?token=${own.replace('announcements', 'everything')}`],
    [
      'another key',
      () => `?token=${createUnsubscribeToken({ keyedHash: hmacKeyedHash('k'.repeat(40)) }, uid)}`,
    ],
    ['a name from the prototype', () => '?token=__proto__'],
    ['two tokens', (own) => `?token=${own}&token=${own}`],
  ])('reveals nothing for %s, and does nothing', async (_what, forge) => {
    const reply = await leave(forge(token));
    expect([200, 400]).toContain(reply.status);
    if (reply.status === 200) expect(reply).toMatchObject(ANSWER);
    expect(await wanted()).toMatchObject({ announcements: true });
  });

  it('reveals nothing about a deleted member', async () => {
    const unknown = createUnsubscribeToken(pipeline.deps, '29999999');
    expect(await leave(`?token=${unknown}`)).toMatchObject(ANSWER);
    expect(await pipeline.deps.recipients.findByUid(['29999999'])).toEqual(new Map());
  });

  it.each(['', 'List-Unsubscribe=No', 'x=1'])('requires the one-click field: %j is rejected', async (raw) => {
    expect((await leave(`?token=${token}`, raw)).status).toBe(400);
    expect(await wanted()).toMatchObject({ announcements: true });
  });
});
