import { beforeEach, describe, expect, it } from 'vitest';
import { limitRules } from '../../functions/limits/limits.ts';
import { sendDueMail } from '../../functions/mail/outbox/send-due-mail.ts';
import { startImporting } from '../support/api/importing.ts';
import { listOfMembers } from '../support/api/lists.ts';
import { setUpApp } from '../support/api/second-factor.ts';

let api: Awaited<ReturnType<typeof startImporting>>;
beforeEach(async () => {
  api = await startImporting();
  await api.dueMails();
});

/** The id of an import that has added so many members. */
async function imported(members: number): Promise<string> {
  const { job } = await api.check(listOfMembers(members));
  expect(await api.apply(job.id)).toMatchObject({ invitees: members, inviteesDone: 0, invited: 0 });
  return job.id;
}
const send = (id: string, count: number, from?: number) =>
  api.post('/admin/imports', { action: 'invite', id, count, from }, { token: api.token });
const invite = async (id: string, count: number, from?: number) =>
  (await send(id, count, from)).body.data.job;
const addressees = async () => (await api.dueMails()).map(({ to }) => to.replace('@models.example', ''));

describe('invitations', () => {
  it('are sent in waves, one a second, each once', async () => {
    const id = await imported(7);
    expect(await invite(id, 3)).toMatchObject({ inviteesDone: 3, invited: 3 });
    expect(await addressees()).toEqual(['m0']);
    api.pass(1000);
    expect(await addressees()).toEqual(['m1']);
    api.pass(600_000);
    const [both] = await Promise.all([invite(id, 2), invite(id, 2)]);
    expect(both.inviteesDone).toBeGreaterThanOrEqual(5);
    for (let time = 0; time < 2; time += 1)
      expect(await invite(id, 100)).toMatchObject({ inviteesDone: 7, invited: 7 });
    api.pass(60_000);
    expect((await addressees()).toSorted()).toEqual(['m2', 'm3', 'm4', 'm5', 'm6']);
    const { history } = await api.operator.viewMember('m6');
    expect(history.entries.filter(({ action }) => action === 'invite-member')).toHaveLength(1);
  });

  it('are sent once in a wave whose reply was lost', async () => {
    const id = await imported(10);
    for (const [count, from, done] of [
      [3, 0, 3],
      [3, 0, 3],
      // Two of this wave were invited when its call ended.
      [2, 3, 5],
      [4, 3, 7],
      // Nobody sends more than the count by a wrong beginning.
      [1, 9, 8],
      [100, 8, 10],
      [100, 8, 10],
    ] as const)
      expect(await invite(id, count, from)).toMatchObject({ inviteesDone: done, invited: done });
    api.pass(60_000);
    expect(await addressees()).toHaveLength(10);
  });

  it('pass over members who came by themselves, were disabled or invited by an administrator', async () => {
    const id = await imported(4);
    await api.post('/auth/forgetPassword', { email: 'm0@models.example' });
    const code = await api.codeFor('m0@models.example');
    expect((await api.resetPassword('m0@models.example', code, 'a new one')).status).toBe(200);
    await api.operator.disable('m1', 'Left');
    await api.operator.inviteMember('m2', 'They asked');
    await api.dueMails();
    expect(await invite(id, 4)).toMatchObject({ inviteesDone: 4 });
    api.pass(5000);
    expect(await addressees()).toEqual(['m3']);
  });

  it('need a recent code for more than a hundred, and end when the list of new members is gone', async () => {
    const id = await imported(2);
    await setUpApp(api, api.token);
    api.pass(16 * 60_000);
    expect((await send(id, 101)).body.error).toBe('second-factor-stale');
    expect(await invite(id, 1)).toMatchObject({ invited: 1 });
    await api.context.files.remove(`imports/${id}-invitees.json`);
    expect((await send(id, 100)).body.error).toBe('invitations-expired');
  });

  it('are held once their administrator was disabled, until an operator decides', async () => {
    await invite(await imported(3), 3);
    const sent: string[] = [];
    const mailer = {
      send: async ({ to }: { to: string }) => {
        sent.push(to.replace('@models.example', ''));
        return { outcome: 'sent', messageId: to } as const;
      },
    };
    const work = () => sendDueMail({ ...api.context, ...api.grantedTo('send-transactional-mail'), mailer });
    await work();
    await api.operator.disable('utah_teapot', 'The session was stolen');
    api.pass(60_000);
    await work();
    await api.operator.enable('utah_teapot', 'It is safe again');
    await work();
    expect(sent).toEqual(['m0']);
    const held = await api.operator.listQueuedMails(true);
    expect(held.map(({ to }) => to).toSorted()).toEqual(['m1@models.example', 'm2@models.example']);
    await api.operator.disable('utah_teapot', 'It was not');
    await api.operator.sendQueuedMail(held.find(({ to }) => to.startsWith('m2'))?.id ?? '');
    await work();
    expect(sent).toEqual(['m0', 'm2']);
  });

  it('count like the recipients of campaigns, and are in the audit log also where the limit ended them', async () => {
    const id = await imported(30);
    const { uid } = await api.operator.findMember('utah_teapot');
    await api.count(limitRules.campaignRecipients, uid, limitRules.campaignRecipients.max - 27);
    expect((await send(id, 30)).status).toBe(429);
    expect(await invite(id, 2)).toMatchObject({ invited: 27 });
    expect((await send(id, 1)).status).toBe(429);
    const { entries } = await api.operator.listAudit('2026-03', 50);
    expect(
      entries.flatMap(({ action, details }) => (action === 'send-invitations' ? details['invited'] : [])),
    ).toEqual(expect.arrayContaining(['25', '2']));
  });
});
