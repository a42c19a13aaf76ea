import { expect, it } from 'vitest';
import type { MemberEmail } from '../../functions/contract/member-records.ts';
import { openMailPipeline } from '../support/jobs/mail-pipeline.ts';
import { allRows } from '../support/table/dynamo.ts';

let pipeline: Awaited<ReturnType<typeof openMailPipeline>>;

const MINUTE = 60_000;

/** With the member "bunny". */
async function open() {
  pipeline = await openMailPipeline();
  await pipeline.register({ userName: 'bunny', email: 'bunny@stanford.example' });
  await pipeline.operator.markEmailVerified('bunny');
  const { uid } = await pipeline.operator.findMember('bunny');
  await pipeline.sendCodesAndNotices();
  pipeline.pass(MINUTE);
  return uid;
}

async function sendCampaign(subject: string, to: readonly string[]) {
  await pipeline.reauthenticate();
  await pipeline.send(to, { subject });
  await pipeline.work();
  await pipeline.hear();
  pipeline.pass(MINUTE);
}

async function emailsOf(uid: string): Promise<MemberEmail[]> {
  await pipeline.reauthenticate();
  const { body } = await pipeline.get(`/admin/member-emails?uid=${uid}`, { token: pipeline.token });
  return body.data.items;
}

it('the emails of a member include those to an earlier address, and none to the member who has it now', async () => {
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
