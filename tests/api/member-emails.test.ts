import { describe, expect, it } from 'vitest';
import type { MemberEmail } from '../../functions/contract/member-records.ts';
import { archiveAsBefore, insertCampaign } from '../support/api/make.ts';
import { openMailPipeline } from '../support/jobs/mail-pipeline.ts';
import { allRows } from '../support/table/dynamo.ts';

let pipeline: Awaited<ReturnType<typeof openMailPipeline>>;

const MINUTE = 60_000;

/** With the member "bunny", whose codes and notices SES takes or, by the address, bounces. */
async function open(email = 'bunny@stanford.example') {
  pipeline = await openMailPipeline();
  await pipeline.register({ userName: 'bunny', email });
  await pipeline.operator.markEmailVerified('bunny');
  const { uid } = await pipeline.operator.findMember('bunny');
  await pipeline.sendCodesAndNotices();
  pipeline.pass(MINUTE);
  return uid;
}

async function sendCampaign(subject: string, to: readonly string[], more = {}) {
  await pipeline.reauthenticate();
  const { id } = (await pipeline.send(to, { subject, ...more })).body.data;
  await pipeline.work();
  await pipeline.hear();
  pipeline.pass(MINUTE);
  return String(id);
}

async function page(uid: string, cursor?: string): Promise<{ items: MemberEmail[]; next?: string }> {
  await pipeline.reauthenticate();
  const query = new URLSearchParams({ uid, ...(cursor !== undefined && { cursor }) });
  return (await pipeline.get(`/admin/member-emails?${query}`, { token: pipeline.token })).body.data;
}
const emailsOf = async (uid: string) => (await page(uid)).items;

/** A campaign to one member, as rows. */
async function create(subject: string, uid: string): Promise<string> {
  const id = String(pipeline.time.now.getTime()).padStart(32, '0');
  const sendAt = pipeline.time.now.toISOString();
  const { deliveries, table } = pipeline.deps;
  const campaign = await insertCampaign(table, { id, subject, state: 'done', sendAt, finished: 1 });
  await deliveries.insertDeliveries(campaign, [{ uid, address: 'bunny@stanford.example' }]);
  pipeline.pass(MINUTE);
  return id;
}

describe('the emails of a member', () => {
  it('are campaigns and codes, the latest first, with the status that the delivery has, for the member too', async () => {
    const uid = await open();
    const first = await sendCampaign('Call for papers', ['bunny@stanford.example', 'teapot@example.org']);
    await pipeline.post('/auth/forgetPassword', { email: 'bunny@stanford.example' });
    pipeline.pass(MINUTE);
    await sendCampaign('To others', ['teapot@example.org']);
    expect(await emailsOf(uid)).toMatchObject([
      { kind: 'transactional', subject: 'Your authentication code', state: 'waiting' },
      { kind: 'campaign', id: first, subject: 'Call for papers', state: 'delivered' },
      {
        kind: 'transactional',
        subject: 'Welcome to AG: verify your email address',
        address: 'bunny@stanford.example',
        state: 'delivered',
      },
    ]);
    await pipeline.sendCodesAndNotices();
    const { token } = (await pipeline.signIn('bunny')).body;
    const { emails } = (await pipeline.get('/user/export', { token })).body.data;
    expect(emails).toMatchObject([{ state: 'delivered' }, { subject: 'Call for papers' }, {}]);
    expect(JSON.stringify(emails)).not.toContain('teapot');
  });

  it('say why one bounced or was skipped', async () => {
    const uid = await open('bounce+bunny@stanford.example');
    await sendCampaign('Call for papers', ['bounce+bunny@stanford.example', 'teapot@example.org']);
    expect(await emailsOf(uid)).toMatchObject([
      { subject: 'Call for papers', state: 'suppressed', detail: 'suppressed' },
      { state: 'bounced', detail: expect.stringMatching(/\w/) },
    ]);
  });

  it('include those to an earlier address, and none to the member who has it now', async () => {
    const uid = await open();
    await sendCampaign('Call for papers', ['bunny@stanford.example']);
    const { version } = await pipeline.operator.findMember('bunny');
    const edit = { action: 'edit', uid, version, reason: 'By letter', email: 'rabbit@stanford.example' };
    await pipeline.reauthenticate();
    expect((await pipeline.post('/admin/member', edit, { token: pipeline.token })).status).toBe(200);
    await pipeline.register({ userName: 'hare', email: 'bunny@stanford.example' });
    await pipeline.operator.markEmailVerified('hare');
    pipeline.pass(MINUTE);
    await sendCampaign('Call for posters', ['bunny@stanford.example', 'rabbit@stanford.example']);
    const [latest, ...others] = await emailsOf(uid);
    expect(latest).toMatchObject({ subject: 'Call for posters', address: 'rabbit@stanford.example' });
    expect(others.map(({ subject, address }) => [subject, address])).toEqual(
      expect.arrayContaining([
        ['Call for papers', 'bunny@stanford.example'],
        ['We changed the email address of your account', 'bunny@stanford.example'],
      ]),
    );
    const hare = await emailsOf((await pipeline.operator.findMember('hare')).uid);
    expect(hare.map(({ subject }) => subject)).toEqual([
      'Call for posters',
      'Welcome to AG: verify your email address',
    ]);
  });

  it('are paged, over campaigns that an earlier version archived and many that the member did not get', async () => {
    const uid = await open();
    const wanted = ['Welcome to AG: verify your email address'];
    for (let n = 0; n < 66; n += 1) {
      const isForBunny = n < 22;
      const id = await create(`Letter ${n}`, isForBunny ? uid : '20000000');
      if (isForBunny) wanted.unshift(`Letter ${n}`);
      if (n % 6 === 0) await archiveAsBefore(pipeline.deps.table, id);
    }
    const first = await page(uid);
    expect(first.items).toHaveLength(20);
    const second = await page(uid, first.next);
    expect(second.next).toBeUndefined();
    expect([...first.items, ...second.items].map(({ subject }) => subject)).toEqual(wanted);
  });
});

it('the rows of codes and notices have nothing of the text, end after 180 days or with the account; one that waits is still sent', async () => {
  const uid = await open();
  const memberRows = async () =>
    (await allRows(pipeline.table)).filter(
      ({ pk, sk }) => pk === `MEMBER#${uid}` && String(sk).startsWith('EMAIL#'),
    );
  const [row = {}] = await memberRows();
  const { address, at, expiresAt, id, pk, sk, subject, ...others } = row;
  expect(others).toEqual({});
  expect(Math.round(Number(expiresAt) - Date.parse(String(at)) / 1000)).toBeCloseTo(180 * 86_400, -2);
  const { token } = (await pipeline.signIn('bunny')).body;
  await pipeline.post('/auth/forgetPassword', { email: 'bunny@stanford.example' });
  expect((await pipeline.deleteAccount(token, 'bunny')).status).toBe(200);
  expect(await memberRows()).toEqual([]);
  const mails = (await allRows(pipeline.table)).filter(
    ({ pk, address, to }) =>
      String(pk).startsWith('MAIL#') && [address, to].includes('bunny@stanford.example'),
  );
  expect(new Set(mails.flatMap(({ subject }) => subject ?? []))).toEqual(
    new Set(['Your authentication code', 'Your account has been deleted']),
  );
  const arrived = pipeline.inbox.length;
  await pipeline.sendCodesAndNotices();
  expect(pipeline.inbox).toHaveLength(arrived + 2);
});
