import { beforeEach, describe, expect, it } from 'vitest';
import { findImportOrThrow } from '../../functions/imports/import.ts';
import { limitRules } from '../../functions/limits/limits.ts';
import { sendDueMail } from '../../functions/mail/outbox/send-due-mail.ts';
import { POSITION, startImporting } from '../support/api/importing.ts';
import { listOfMembers } from '../support/api/lists.ts';
import { setUpApp } from '../support/api/second-factor.ts';
import { atNextCall } from '../support/table/at-calls.ts';

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
const send = (id: string, upTo: number) =>
  api.post('/admin/imports', { action: 'invite', id, upTo }, { token: api.token });
const invite = async (id: string, upTo: number) => {
  await send(id, upTo);
  await api.work();
  return api.find(id);
};
const addressees = async () => (await api.dueMails()).map(({ to }) => to.replace('@models.example', ''));

describe('invitations', () => {
  it('are queued for the first so many, one a second, each once however often they are asked for', async () => {
    const id = await imported(7);
    expect(await invite(id, 3)).toMatchObject({ inviteesDone: 3, invited: 3, isUnderWay: false });
    expect(await addressees()).toEqual(['m0']);
    api.pass(1000);
    expect(await addressees()).toEqual(['m1']);
    expect(await invite(id, 3)).toMatchObject({ inviteesDone: 3 });
    api.pass(600_000);
    await Promise.all([send(id, 5), send(id, 5)]);
    await api.work();
    for (let time = 0; time < 2; time += 1)
      expect(await invite(id, 100)).toMatchObject({ inviteesDone: 7, invited: 7 });
    api.pass(60_000);
    expect((await addressees()).toSorted()).toEqual(['m2', 'm3', 'm4', 'm5', 'm6']);
    const { history } = await api.operator.viewMember('m6');
    expect(history.entries.filter(({ action }) => action === 'invite-member')).toHaveLength(1);
  });

  it('go on after a worker that was killed, and wait while who has asked for them has lost the role', async () => {
    const id = await imported(30);
    await send(id, 28);
    atNextCall(api.table, POSITION, () => Promise.reject(new Error('killed')));
    await expect(api.work()).rejects.toThrow('killed');
    expect(await api.find(id)).toMatchObject({ inviteesDone: 0, inviteesWanted: 28 });
    api.pass(61_000);
    await api.operator.revokeAdmin('utah_teapot');
    await api.sweep();
    await api.work();
    await api.operator.grantAdmin('utah_teapot');
    expect(await api.find(id)).toMatchObject({ inviteesDone: 0 });
    await api.sweep();
    await api.work();
    expect(await api.find(id)).toMatchObject({ inviteesDone: 28, invited: 28, isUnderWay: false });
    api.pass(120_000);
    const sent = await addressees();
    expect([sent.length, new Set(sent).size]).toEqual([28, 28]);
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
    // It asks for so many more.
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

  it('count like the recipients of campaigns: at the limit the others wait', async () => {
    const id = await imported(30);
    const { uid } = await api.operator.findMember('utah_teapot');
    await api.count(limitRules.campaignRecipients, uid, limitRules.campaignRecipients.max - 27);
    expect(await invite(id, 30)).toMatchObject({ invited: 25, inviteesWanted: 30, isUnderWay: true });
    await api.sweep();
    api.pass(limitRules.campaignRecipients.minutes * 60_000);
    await api.sweep();
    await api.work();
    expect(await findImportOrThrow(api.context, id)).toMatchObject({ invited: 30, inviteesDone: 30 });
  });
});
