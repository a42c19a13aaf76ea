import { beforeEach, describe, expect, it } from 'vitest';
import { limitRules } from '../../functions/limits/limits.ts';
import { findMember, replacePasswordHash } from '../../functions/members/repository.ts';
import { startAdminApi } from '../support/api/admin.ts';

let api: Awaited<ReturnType<typeof startAdminApi>>;
beforeEach(async () => {
  api = await startAdminApi();
  await api.dueMails();
});

const bunny = () => api.operator.findMember('bunny');
const codeOf = async (action: string, fields: object = {}) => {
  const { status, body } = await api.action(action, fields);
  return [status, body.error ?? body.data.outcome];
};

describe('a profile that an administrator edits', () => {
  it('gets another address, unverified, with all devices logged out and a notice to both addresses', async () => {
    await api.operator.markEmailVerified('bunny');
    const theirs = (await api.signIn('bunny')).body.token;
    await api.action('edit', { email: 'rabbit@stanford.example', firstName: 'Stan' });
    expect((await api.get('/userinfo', { token: theirs })).status).toBe(401);
    expect(await bunny()).toMatchObject({ email: 'rabbit@stanford.example', emailVerified: false });
    const mails = (await api.dueMails()).toSorted((one, other) => (one.to < other.to ? -1 : 1));
    expect(mails.map(({ to }) => to)).toEqual(['bunny@stanford.example', 'rabbit@stanford.example']);
    expect(mails[0]?.text).toContain('New address: rabbit@stanford.example\nAlso changed: First name\n');
    // The member's history has the values, the log has none of a person.
    const [inHistory] = (await api.open()).history.items;
    expect(inHistory.details).toEqual({
      firstNameBefore: 'Stanford',
      firstName: 'Stan',
      emailBefore: 'bunny@stanford.example',
      email: 'rabbit@stanford.example',
    });
    const { entries } = await api.operator.listAudit('2026-03', 10);
    expect(entries.find(({ id }) => id === inHistory.id)?.details).toEqual({
      fields: 'First name, Email',
      emailBefore: 'b***@stanford.example',
      email: 'r***@stanford.example',
    });
    expect(await codeOf('verify-email')).toEqual([200, 'changed']);
    expect((await bunny()).emailVerified).toBe(true);
    // Nobody has the old address any more.
    expect((await api.register({ userName: 'hare', email: 'bunny@stanford.example' })).status).toBe(201);
  });

  it('of an administrator keeps its address', async () => {
    const { uid, version } = await api.operator.findMember('utah_teapot');
    const protectedCode = [403, 'administrator-protected'];
    expect(await codeOf('edit', { uid, version, email: 'm@example.org' })).toEqual(protectedCode);
    expect(await codeOf('edit', { uid, version, phone: '+1 801 555 0100' })).toEqual([200, 'changed']);
  });
});

it('an administrator cannot disable the own account', async () => {
  const { uid, version } = await api.operator.findMember('utah_teapot');
  const refused = [403, 'own-account-not-allowed'];
  expect(await codeOf('set-state', { uid, version, state: 'disabled' })).toEqual(refused);
});

it('adding a member invites one address ten times a day at most', async () => {
  const person = {
    email: 'dragon@example.org',
    firstName: 'Asian',
    lastName: 'Dragon',
    category: 'fellow',
    emailVerified: false,
    reason: 'Wrote to the office',
  };
  const add = async (isInvited: boolean) =>
    (await api.post('/admin/add-member', { ...person, isInvited }, { token: api.token })).status;
  await api.count(limitRules.emails, ['administrator', person.email], 9);
  expect(await add(true)).toBe(200);
  await api.operator.deleteMember('dragon', 'By mistake');
  expect(await add(true)).toBe(429);
  expect(await add(false)).toBe(200);
});

const withoutPassword = async () => {
  const { uid, passwordHash } = await bunny();
  await replacePasswordHash(api.context, uid, passwordHash, '');
};

it('an invitation is sent to a member without a password, once by several administrators at once, ten times a day', async () => {
  await withoutPassword();
  for (let time = 0; time < 2; time += 1) {
    const input = { action: 'invite', uid: api.uid, version: await api.version(), reason: 'They asked' };
    const replies = await Promise.all(
      [0, 1, 2].map(() => api.post('/admin/member', input, { token: api.token })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await api.dueMails()).map(({ subject }) => subject)).toEqual(['Your account on the AG website']);
  }
  await api.count(limitRules.emails, ['administrator', api.uid], 7);
  expect(await codeOf('invite')).toEqual([200, 'changed']);
  expect(await codeOf('invite')).toEqual([429, 'too-many-attempts']);
});

it('an account is deleted once its username has been typed, which the member is told; no administrator’s is', async () => {
  const remove = async (username: string) => {
    const input = { uid: api.uid, version: await api.version(), username, reason: 'Asked by letter' };
    return (await api.post('/admin/delete-member', input, { token: api.token })).body.error;
  };
  await api.operator.grantAdmin('bunny');
  expect(await remove('bunny')).toBe('administrator-protected');
  await api.operator.revokeAdmin('bunny');
  expect(await remove('rabbit')).toBe('member-conflict');
  await api.dueMails();
  expect(await remove('Bunny')).toBeUndefined();
  expect(await findMember(api.context, api.uid)).toBeUndefined();
  const [mail] = await api.dueMails();
  expect(mail?.text).toContain('by an administrator of the association');
  expect(mail?.text).toContain('Reason: Asked by letter');
  const { body } = await api.get('/admin/members?search=bunny', { token: api.token });
  expect(body.data.items).toEqual([]);
});
