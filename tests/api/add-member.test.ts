import { beforeEach, describe, expect, it } from 'vitest';
import { limitRules } from '../../functions/limits/limits.ts';
import { startAdminApi } from '../support/api/admin.ts';

let api: Awaited<ReturnType<typeof startAdminApi>>;
beforeEach(async () => {
  api = await startAdminApi();
  api.pass(1000);
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
const add = (fields: object = {}) =>
  api.post('/admin/add-member', { ...person, ...fields }, { token: api.token });
const mails = async () => (await api.dueMails()).filter(({ to }) => to === person.email);
const latestEntry = async () => (await api.operator.listAudit('2026-03', 1)).entries[0];

describe('adding a member', () => {
  it('makes an account without a password, with an entry in the log that names nobody', async () => {
    const reply = await add({ birth: '1990-01-02' });
    const { reason, birth, isInvited, ...stored } = { ...person, birth: '1990-01-02' };
    const member = await api.operator.findMember('dragon');
    expect(reply.body.data).toEqual({ uid: member.uid, username: 'dragon' });
    expect(member).toMatchObject({ ...stored, dateOfBirth: birth, passwordHash: '', activeUntil: '' });
    expect(await mails()).toEqual([]);
    const entry = await latestEntry();
    expect(entry).toMatchObject({ action: 'add-member', about: member.uid, reason });
    expect(entry?.details['category']).toBe('fellow');
    expect(JSON.stringify(entry)).not.toMatch(/dragon/i);
  });

  it('invites one address ten times a day at most', async () => {
    const invite = async () => (await add({ isInvited: true })).status;
    await api.count(limitRules.administratorEmails, person.email, 9);
    expect(await invite()).toBe(200);
    await api.operator.deleteMember('dragon', 'By mistake');
    expect(await invite()).toBe(429);
    expect((await add()).status).toBe(200);
  });
});
