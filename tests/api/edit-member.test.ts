import { beforeEach, describe, expect, it } from 'vitest';
import { limitRules } from '../../functions/limits/limits.ts';
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
const entries = async () => (await api.open()).history.items;

describe('a profile that an administrator edits', () => {
  it('is changed where a field is given, and the member is told', async () => {
    expect(await codeOf('edit', { firstName: 'Stan', birth: '1994-03-02', phone: '' })).toEqual([
      200,
      'edited',
    ]);
    expect(await bunny()).toMatchObject({
      firstName: 'Stan',
      lastName: 'Bunny',
      dateOfBirth: '1994-03-02',
      emailVerified: false,
      version: 2,
    });
    const mails = await api.dueMails();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['bunny@stanford.example', 'We changed your profile'],
    ]);
    expect(mails[0]?.text).toContain('Changed: First name, Date of birth\nReason: As the board decided');
  });

  it('stands with old and new values in the member’s history, and only by the fields in the log', async () => {
    await api.action('edit', { firstName: 'Stan', email: 'rabbit@stanford.example' });
    const [inHistory] = await entries();
    expect(inHistory).toMatchObject({
      action: 'edit-member',
      details: {
        firstNameBefore: 'Stanford',
        firstName: 'Stan',
        emailBefore: 'bunny@stanford.example',
        email: 'rabbit@stanford.example',
      },
    });
    const { entries: log } = await api.operator.listAudit('2026-03', 10);
    expect(log.find(({ id }) => id === inHistory.id)?.details).toEqual({
      fields: 'First name, Email',
      emailBefore: 'b***@stanford.example',
      email: 'r***@stanford.example',
    });
  });

  it('gets another address, unverified, with all devices logged out and a notice to both addresses', async () => {
    await api.operator.markEmailVerified('bunny');
    const theirs = (await api.signIn('bunny')).body.token;
    expect(await codeOf('edit', { email: 'rabbit@stanford.example', firstName: 'Stan' })).toEqual([
      200,
      'edited',
    ]);
    expect((await api.get('/userinfo', { token: theirs })).status).toBe(401);
    expect(await bunny()).toMatchObject({ email: 'rabbit@stanford.example', emailVerified: false });
    const mails = (await api.dueMails()).toSorted((one, other) => (one.to < other.to ? -1 : 1));
    expect(mails.map(({ to }) => to)).toEqual(['bunny@stanford.example', 'rabbit@stanford.example']);
    expect(mails[0]?.text).toContain('New address: rabbit@stanford.example\nAlso changed: First name\n');
    expect(await codeOf('verify-email')).toEqual([200, 'verified']);
    expect((await bunny()).emailVerified).toBe(true);
    // Nobody has the old address any more.
    expect((await api.register({ userName: 'hare', email: 'bunny@stanford.example' })).status).toBe(201);
  });

  it('stays as it is, without an email, for the same values', async () => {
    expect(await codeOf('edit', { firstName: 'Stanford' })).toEqual([200, 'unchanged']);
    expect(await bunny()).toMatchObject({ version: 1 });
    expect(await api.dueMails()).toEqual([]);
  });

  it('is not changed by a wrong value', async () => {
    for (const [fields, expected] of [
      [{ email: 'teapot@example.org' }, [409, 'email-taken']],
      [{ birth: '2027-01-01' }, [400, 'date-of-birth-in-future']],
      [{ email: 'bunny' }, [400, 'invalid-request']],
      [{ firstName: '' }, [400, 'invalid-request']],
    ] as const)
      expect([fields, await codeOf('edit', fields)]).toEqual([fields, expected]);
    expect(await api.dueMails()).toEqual([]);
    expect(await bunny()).toMatchObject({ version: 1 });
  });

  it('of an administrator keeps its address', async () => {
    const { uid, version } = await api.operator.findMember('utah_teapot');
    const target = { uid, version };
    expect(await codeOf('edit', { ...target, email: 'mallory@example.org' })).toEqual([
      403,
      'administrator-protected',
    ]);
    expect(await codeOf('edit', { ...target, phone: '+1 801 555 0100' })).toEqual([200, 'edited']);
  });
});

describe('an invitation', () => {
  const withoutPassword = async () => {
    const { uid, passwordHash } = await bunny();
    await api.deps.members.replacePasswordHash(uid, passwordHash, '');
  };

  it('is sent again to a member without a password, ten times a day', async () => {
    await withoutPassword();
    await api.count(limitRules.administratorEmails, api.uid, 8);
    for (let n = 0; n < 2; n += 1) expect(await codeOf('invite')).toEqual([200, 'invited']);
    expect(await codeOf('invite')).toEqual([429, 'too-many-attempts']);
    const mails = (await api.dueMails()).map(({ to, subject }) => `${to}: ${subject}`);
    expect(mails).toEqual(Array(2).fill('bunny@stanford.example: Your account on the AG website'));
  });

  it('is sent once by several administrators at the same time, also when it is sent again', async () => {
    await withoutPassword();
    for (let time = 0; time < 2; time += 1) {
      const { uid, version } = await bunny();
      const input = { action: 'invite', uid, version, reason: 'They asked' };
      const replies = await Promise.all(
        [0, 1, 2].map(() => api.post('/admin/member', input, { token: api.token })),
      );
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
      expect(await api.dueMails()).toHaveLength(1);
    }
  });

  it('is refused to a member who can log in, and to a disabled one', async () => {
    expect(await codeOf('invite')).toEqual([409, 'invitation-not-needed']);
    await withoutPassword();
    await api.action('set-state', { state: 'disabled' });
    expect(await codeOf('invite')).toEqual([409, 'invitation-not-needed']);
  });
});

describe('an account that an administrator deletes', () => {
  const remove = async (username: string) => {
    const { uid, version } = await bunny();
    const input = { uid, version, username, reason: 'Asked by letter' };
    return api.post('/admin/delete-member', input, { token: api.token });
  };

  it('is gone after its username has been typed, which the member is told with the reason', async () => {
    const { uid } = await bunny();
    expect((await remove('rabbit')).body.error).toBe('member-conflict');
    expect((await remove('Bunny')).status).toBe(200);
    expect(await api.deps.members.findMember(uid)).toBeUndefined();
    const [mail] = await api.dueMails();
    expect(mail?.text).toContain('by an administrator of the association');
    expect(mail?.text).toContain('Reason: Asked by letter');
    const { body } = await api.get('/admin/members?search=bunny', { token: api.token });
    expect(body.data.items).toEqual([]);
  });

  it('is no administrator’s', async () => {
    await api.operator.grantAdmin('bunny');
    const reply = await remove('bunny');
    expect([reply.status, reply.body.error]).toEqual([403, 'administrator-protected']);
  });
});
