import { beforeEach, describe, expect, it } from 'vitest';
import { limitRules } from '../../functions/limits/limits.ts';
import { startAdminApi } from '../support/api/admin.ts';

let api: Awaited<ReturnType<typeof startAdminApi>>;
beforeEach(async () => {
  api = await startAdminApi();
});

const person = {
  email: 'dragon@example.org',
  firstName: 'Asian',
  lastName: 'Dragon',
  affiliation: 'Stanford University',
  country: 'Japan',
  category: 'fellow',
  emailVerified: false,
  isInvited: false,
  reason: 'Wrote to the office',
};
const add = (fields: object = {}, token = api.token) =>
  api.post('/admin/add-member', { ...person, ...fields }, { token });
const mailsTo = async (address: string) => (await api.dueMails()).filter(({ to }) => to === address);

describe('adding a member', () => {
  it('makes an account without a password, with an entry in the log that names nobody', async () => {
    api.pass(1000);
    const reply = await add({ birth: '1990-01-02' });
    expect(reply.status).toBe(200);
    const member = await api.operator.findMember('dragon');
    expect(reply.body.data).toEqual({ uid: member.uid, username: 'dragon' });
    expect(member).toMatchObject({
      ...{ email: 'dragon@example.org', firstName: 'Asian', lastName: 'Dragon', country: 'Japan' },
      ...{ category: 'fellow', emailVerified: false, passwordHash: '', activeUntil: '' },
      ...{ dateOfBirth: '1990-01-02', affiliation: 'Stanford University', state: 'active', role: 'member' },
    });
    expect(await mailsTo(person.email)).toEqual([]);
    const { entries } = await api.operator.listAudit('2026-03', 1);
    expect(entries).toMatchObject([
      { action: 'add-member', about: member.uid, reason: person.reason, details: { category: 'fellow' } },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/dragon/i);
    const { items } = (await api.get('/admin/members?search=dragon', { token: api.token })).body.data;
    expect(items).toMatchObject([{ uid: member.uid }]);
  });

  it('verifies the address and sends an invitation where that is asked for', async () => {
    api.pass(1000);
    await add({ emailVerified: true, isInvited: true });
    expect(await api.operator.findMember('dragon')).toMatchObject({ emailVerified: true });
    expect(await mailsTo(person.email)).toMatchObject([{ subject: 'Your account on the AG website' }]);
    expect((await api.operator.listAudit('2026-03', 1)).entries).toMatchObject([
      { details: { verified: 'yes', invited: 'yes' } },
    ]);
  });

  it('gives a free username, and keeps a chosen one', async () => {
    expect((await add({ email: 'Bunny@other.example' })).body.data.username).toBe('Bunny2');
    expect((await add({ username: 'asian_dragon' })).body.data.username).toBe('asian_dragon');
  });

  it('is refused with a taken or wrong value, and nobody is told', async () => {
    for (const [fields, status, error] of [
      [{ email: 'BUNNY@stanford.example' }, 409, 'email-taken'],
      [{ username: 'Bunny' }, 409, 'username-taken'],
      [{ username: 'a@b' }, 400, 'invalid-request'],
      [{ firstName: '' }, 400, 'invalid-request'],
      [{ reason: '' }, 400, 'invalid-request'],
      [{ country: 'Atlantis' }, 400, 'invalid-request'],
      [{ birth: '2026-03-03' }, 400, 'date-of-birth-in-future'],
    ] as const) {
      const reply = await add({ isInvited: true, ...fields });
      expect([fields, reply.status, reply.body.error]).toEqual([fields, status, error]);
    }
    expect(await mailsTo(person.email)).toEqual([]);
  });

  it('of one address is left to one of two at the same moment', async () => {
    const replies = await Promise.all([add({ username: 'one' }), add({ username: 'two' })]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('invites one address ten times a day at most', async () => {
    const invite = async () => (await add({ isInvited: true })).status;
    await api.count(limitRules.administratorEmails, 'dragon@example.org', 9);
    expect(await invite()).toBe(200);
    const { uid, version } = await api.operator.findMember('dragon');
    const body = { uid, version, username: 'dragon', reason: 'By mistake' };
    expect((await api.post('/admin/delete-member', body, { token: api.token })).status).toBe(200);
    expect(await invite()).toBe(429);
    expect((await add()).status).toBe(200);
  });
});
