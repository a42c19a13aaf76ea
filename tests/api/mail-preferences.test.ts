import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { unsubscribeLinks, unsubscribeWithToken } from '../../functions/mail/suppressions/recipients.ts';
import { findMember, setAnnouncements } from '../../functions/members/repository.ts';
import { hmacKeyedHash } from '../../functions/platform/keyed-hash.ts';
import { keys } from '../../functions/platform/table/schema.ts';
import { tableOver } from '../../functions/platform/table/table.ts';
import { startMailPipeline } from '../support/jobs/mail-pipeline.ts';

/** Preferences, and the unsubscribe link of every announcement (RFC 8058). */

const bunny = 'bunny@example.org';
const pipeline = await startMailPipeline();
afterAll(() => pipeline.stop());
const startedAt = pipeline.time.now;
await pipeline.register({ userName: 'stanford_bunny', email: bunny });
await pipeline.operator.markEmailVerified('stanford_bunny');
/** Of the member who reads the emails. */
const { uid } = await pipeline.operator.findMember('stanford_bunny');
const tokenFor = (uid: string) => unsubscribeLinks(pipeline.context, uid).page.split('token=')[1] ?? '';
/** Of the links in that member's emails. */
const token = tokenFor(uid);
beforeEach(async () => {
  pipeline.time.now = startedAt;
  await setAnnouncements(pipeline.context, uid, true);
});

const wantsAnnouncements = async () => (await findMember(pipeline.context, uid))?.announcementsOff === false;
const oneClick = 'List-Unsubscribe=One-Click';
const unsubscribe = (query: string, raw = oneClick, type = 'application/x-www-form-urlencoded') =>
  pipeline.call('POST', `/mail/unsubscribe${query}`, undefined, { raw, headers: { 'content-type': type } });
const ANSWER = { status: 200, body: { message: 'You have unsubscribed from announcements.' } };

it('a member’s preference does not affect transactional email', async () => {
  await unsubscribe(`?token=${token}`);
  await pipeline.dueMails();
  await pipeline.post('/auth/forgetPassword', { email: bunny });
  expect(await pipeline.dueMails()).toMatchObject([{ to: bunny, subject: 'Your authentication code' }]);
});

describe('the unsubscribe link', () => {
  it.each([
    ['urlencoded', oneClick, 'application/x-www-form-urlencoded'],
    [
      'as a form',
      `--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n`,
      'multipart/form-data; boundary=b',
    ],
  ])(
    'works without signing in, %s, in mail programs, which repeat it, and on the page',
    async (_, raw, type) => {
      for (const _ of ['first', 'again'])
        expect(await unsubscribe(`?token=${token}`, raw, type)).toMatchObject(ANSWER);
      expect(await wantsAnnouncements()).toBe(false);
    },
  );

  it('still works after years', async () => {
    pipeline.pass(3 * 365 * 86_400_000);
    expect(await unsubscribe(`?token=${token}`)).toMatchObject(ANSWER);
    expect(await wantsAnnouncements()).toBe(false);
  });

  it('of an email sent by an earlier version unsubscribes its reader, by the page and by the email program', async () => {
    const token = '20000001.announcements.vhX-VEe6tllByYDB3CNGMPkpkA8RarHv23mDsDGP9_o';
    const changes: unknown[] = [];
    const table = tableOver('of-that-version', async (_, input) => {
      changes.push(input);
      return {} as never;
    });
    const keyedHash = hmacKeyedHash('k'.repeat(40));
    await unsubscribeWithToken({ keyedHash, table }, token);
    const row = { Key: keys.member('20000001'), ExpressionAttributeValues: { ':off': true } };
    expect(changes).toMatchObject([row]);
    expect(unsubscribeLinks({ keyedHash, siteUrl: 'https://www.example.org' }, '20000001')).toEqual({
      page: `https://www.example.org/unsubscribe?token=${token}`,
      oneClick: `https://www.example.org/api/mail/unsubscribe?token=${token}`,
    });
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE'])('does nothing on %s', async (method) => {
    const { status } = await pipeline.call(method, `/mail/unsubscribe?token=${token}`);
    expect(status).toBeGreaterThanOrEqual(404);
    expect(await wantsAnnouncements()).toBe(true);
  });

  it.each<[string, status: number, (genuine: string) => string]>([
    ['two tokens', 400, (own) => `?token=${own}&token=${own}`],
    ['no token', 200, () => ''],
    ['another member’s hash', 200, (own) => `?token=${own.replace(/^\d+/, '20000001')}`],
    ['one letter changed', 200, (own) => `?token=${own.slice(0, -2)}${own.at(-2) === 'A' ? 'B' : 'A'}A`],
    ['another list', 200, (own) => `?token=${own.replace('announcements', 'everything')}`],
    ['a member who was deleted', 200, () => `?token=${tokenFor('29999999')}`],
  ])('reveals nothing for %s, and does nothing', async (_what, status, forge) => {
    const reply = await unsubscribe(forge(token));
    expect(reply).toMatchObject(status === 200 ? ANSWER : { status });
    expect(await wantsAnnouncements()).toBe(true);
    expect(await findMember(pipeline.context, '29999999')).toBeUndefined();
  });
});
