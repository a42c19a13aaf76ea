import { beforeEach, describe, expect, it } from 'vitest';
import { enforceLimit } from '../../functions/limits/enforce-limit.ts';
import { limitRules } from '../../functions/limits/limits.ts';
import { sendDueMail } from '../../functions/mail/transactional/send-due-mail.ts';
import { startImporting } from '../support/api/importing.ts';
import { hashed } from '../support/api/make.ts';
import { setUpApp } from '../support/api/second-factor.ts';

let api: Awaited<ReturnType<typeof startImporting>>;
beforeEach(async () => {
  api = await startImporting();
});

const SALT = 'b2xkLXNhbHQ';
const HEADER = 'Email,First name,Last name,Membership ID,Type,Start,End,Salt,Hash';
const memberRow = (n: number, password = ',') =>
  `m${n}@models.example,Model,${n},${20_260_000 + n},Student,2026-01-01,2027-01-01,${password}`;
const list = (members: number) =>
  [HEADER, ...Array.from({ length: members }, (_, n) => memberRow(n))].join('\n');

async function imported(text: string) {
  await api.dueMails();
  const { job } = await api.check(text);
  return api.apply(job.id);
}

const invite = async (id: string, count: number, from?: number) =>
  (await api.post('/admin/imports', { action: 'invite', id, count, from }, { token: api.token })).body.data
    ?.job;

describe('invitations', () => {
  it('are sent in waves, one a second, each once', async () => {
    const { id, ...job } = await imported(list(7));
    expect(job).toMatchObject({ state: 'done', invitees: 7, inviteesDone: 0, invited: 0 });
    expect(await invite(id, 3)).toMatchObject({ inviteesDone: 3, invited: 3 });
    expect((await api.dueMails()).map(({ to }) => to)).toEqual(['m0@models.example']);
    api.pass(1000);
    expect((await api.dueMails()).map(({ to }) => to)).toEqual(['m1@models.example']);
    api.pass(600_000);
    const [both] = await Promise.all([invite(id, 2), invite(id, 2)]);
    expect(both.inviteesDone).toBeGreaterThanOrEqual(5);
    expect(await invite(id, 100)).toMatchObject({ inviteesDone: 7, invited: 7 });
    expect(await invite(id, 100)).toMatchObject({ inviteesDone: 7, invited: 7 });
    api.pass(60_000);
    expect(new Set((await api.dueMails()).map(({ to }) => to))).toEqual(
      new Set([2, 3, 4, 5, 6].map((n) => `m${n}@models.example`)),
    );
    const { history } = await api.operator.viewMember('m6');
    expect(history.entries.filter(({ action }) => action === 'invite-member')).toHaveLength(1);
  });

  it('are sent once in a wave whose reply was lost', async () => {
    const { id } = await imported(list(10));
    expect(await invite(id, 3, 0)).toMatchObject({ inviteesDone: 3, invited: 3 });
    expect(await invite(id, 3, 0)).toMatchObject({ inviteesDone: 3, invited: 3 });
    // Two of this wave were invited when its call ended.
    await invite(id, 2, 3);
    expect(await invite(id, 4, 3)).toMatchObject({ inviteesDone: 7 });
    // Nobody sends more than the count by a wrong beginning.
    expect(await invite(id, 1, 9)).toMatchObject({ inviteesDone: 8 });
    expect(await invite(id, 100, 8)).toMatchObject({ inviteesDone: 10, invited: 10 });
    expect(await invite(id, 100, 8)).toMatchObject({ inviteesDone: 10, invited: 10 });
    api.pass(60_000);
    expect((await api.dueMails()).map(({ to }) => to)).toHaveLength(10);
  });

  it('tell username, membership ID, end of the membership, and how to get in', async () => {
    const password = `${SALT},${hashed('the old password', SALT)}`;
    const { id } = await imported([HEADER, memberRow(0), memberRow(1, password)].join('\n'));
    await invite(id, 2);
    api.pass(2000);
    const [first, second] = (await api.dueMails()).toSorted((a, b) => a.to.localeCompare(b.to));
    expect(first?.text).toMatch(/Username: m0\nMembership ID: 20260000\nMembership: until 1 January 2027/);
    expect(first?.text).toContain('/login?form=forgot');
    expect(second?.text).toContain('the password that you had on the old website');
  });

  it('do not come a second time to members whom an administrator has invited', async () => {
    const { id } = await imported(list(2));
    await api.operator.inviteMember('m0', 'They asked');
    expect(await invite(id, 2)).toMatchObject({ inviteesDone: 2 });
    api.pass(5000);
    expect((await api.dueMails()).map(({ to }) => to).toSorted()).toEqual([
      'm0@models.example',
      'm1@models.example',
    ]);
    await api.operator.inviteMember('m0', 'They asked again');
    expect((await api.dueMails()).map(({ to }) => to)).toEqual(['m0@models.example']);
    const { history } = await api.operator.viewMember('m0');
    expect(history.entries.filter(({ action }) => action === 'invite-member')).toHaveLength(2);
  });

  it('pass over members who came by themselves, moved their address or were disabled', async () => {
    const { id } = await imported(list(4));
    await api.post('/auth/forgetPassword', { email: 'm0@models.example' });
    const code = await api.codeFor('m0@models.example');
    expect((await api.resetPassword('m0@models.example', code, 'a new one')).status).toBe(200);
    await api.operator.disable('m1', 'Left');
    await api.dueMails();
    expect(await invite(id, 4)).toMatchObject({ inviteesDone: 4, invited: 2 });
    api.pass(5000);
    expect((await api.dueMails()).map(({ to }) => to).toSorted()).toEqual([
      'm2@models.example',
      'm3@models.example',
    ]);
  });

  it('can follow an import that was cancelled, and none of attendance', async () => {
    const { job } = await api.check(list(3));
    const reason = 'The wrong list';
    await api.post('/admin/imports', { action: 'cancel', id: job.id, reason }, { token: api.token });
    expect(await invite(job.id, 1)).toMatchObject({ state: 'cancelled', invitees: 0 });
    const attendance = await api.check('Member,Conference\nutah_teapot,PG 2025', 'attendance');
    expect(await api.apply(attendance.job.id)).toMatchObject({ state: 'done', invitees: 0 });
  });

  it('count like the recipients of campaigns', async () => {
    const { id } = await imported(list(3));
    const { uid } = await api.operator.findMember('utah_teapot');
    await enforceLimit(api.deps, limitRules.campaignRecipients, uid, limitRules.campaignRecipients.max - 1);
    expect(await invite(id, 2)).toBeUndefined();
    expect(await invite(id, 1)).toMatchObject({ invited: 1 });
    expect(await invite(id, 1)).toBeUndefined();
  });

  it('are in the audit log also where the limit ended them', async () => {
    const { id } = await imported(list(30));
    const { uid } = await api.operator.findMember('utah_teapot');
    await enforceLimit(api.deps, limitRules.campaignRecipients, uid, limitRules.campaignRecipients.max - 27);
    expect(await invite(id, 30)).toBeUndefined();
    const { entries } = await api.deps.audit.listMonth('2026-03', 50);
    expect(entries.find(({ action }) => action === 'send-invitations')?.details).toMatchObject({
      invited: '25',
    });
  });

  it('need a recent code for more than a hundred', async () => {
    const { id } = await imported(list(2));
    await setUpApp(api, api.token);
    api.pass(16 * 60_000);
    const many = { action: 'invite', id, count: 101 };
    expect((await api.post('/admin/imports', many, { token: api.token })).body.error).toBe(
      'second-factor-stale',
    );
    expect(await invite(id, 100)).toMatchObject({ invited: 2 });
  });

  it('are held once their administrator was disabled, until an operator decides', async () => {
    const { id } = await imported(list(3));
    await invite(id, 3);
    const sent: string[] = [];
    const send = () =>
      sendDueMail({
        ...api.deps,
        ...api.repositoriesOf('send-transactional-mail'),
        mailer: {
          send: async ({ to }) => {
            sent.push(to);
            return { outcome: 'sent', messageId: to };
          },
        },
      });
    await send();
    await api.operator.disable('utah_teapot', 'The session was stolen');
    api.pass(60_000);
    await send();
    await api.operator.enable('utah_teapot', 'It is safe again');
    await send();
    expect(sent).toEqual(['m0@models.example']);
    const held = await api.operator.listQueuedMails(true);
    expect(held.map(({ to }) => to).toSorted()).toEqual(['m1@models.example', 'm2@models.example']);
    await api.operator.disable('utah_teapot', 'It was not');
    await api.operator.sendQueuedMail(held.find(({ to }) => to.startsWith('m2'))?.id ?? '');
    await send();
    expect(sent).toEqual(['m0@models.example', 'm2@models.example']);
  });

  it('end when the list of new members is gone', async () => {
    const { id } = await imported(list(2));
    await api.deps.files.remove(`imports/${id}-invitees.json`);
    const { status, body } = await api.post(
      '/admin/imports',
      { action: 'invite', id, count: 1 },
      { token: api.token },
    );
    expect([status, body.error]).toEqual([409, 'invitations-expired']);
  });
});
