import { beforeEach, describe, expect, it } from 'vitest';
import { listDueMails } from '../../functions/mail/transactional/repository.ts';
import { startApi } from '../support/api/api.ts';
import { registration } from '../support/api/make.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeEach(async () => {
  api = await startApi();
});

it('POST /auth/genSalt returns a fresh salt of 128 random bits each time, for a username or an address', async () => {
  const salts = await Promise.all(
    [{ username: 'bunny' }, { username: 'bunny' }, { email: 'bunny@example.org' }].map(async (body) => {
      const reply = await api.post('/auth/genSalt', body);
      expect(reply.status).toBe(200);
      return reply.body.salt;
    }),
  );
  expect(new Set(salts).size).toBe(3);
  for (const salt of salts) expect(salt).toMatch(/^[\w-]{22}$/);
});

describe('POST /auth/register', () => {
  it.each([
    ['username', { userName: 'UTAH_teapot', email: 'other@example.org' }, 'Username already exists'],
    [
      'username',
      { userName: ' ｕｔａｈ_\u{1d4c9}eapot ', email: 'other@example.org' },
      'Username already exists',
    ],
    ['email', { userName: 'other', email: 'Teapot@Example.ORG' }, 'Email already registered'],
  ])('rejects a %s that is taken: %j', async (type, fields, message) => {
    await api.register();
    const reply = await api.register(fields);
    expect(reply.status).toBe(409);
    expect(reply.body).toEqual({ error: `${type}-taken`, type, message });
    expect(await listDueMails(api, api.time.now, 10)).toHaveLength(1);
  });

  describe('repeated after a lost reply', () => {
    const registrationId = 'a-form-opened-once';

    it.each([{ registrationId }, {}])('succeeds, and leaves one account and one email: %j', async (form) => {
      expect((await api.register(form)).status).toBe(201);
      const { uid } = await api.operator.findMember('utah_teapot');
      expect((await api.register(form)).status).toBe(201);
      expect((await api.operator.findMember('utah_teapot')).uid).toBe(uid);
      expect(await listDueMails(api, api.time.now, 10)).toHaveLength(1);
      expect((await api.signIn()).status).toBe(200);
    });

    it.each([
      ['another form', { registrationId: 'another-form-now' }, 'username'],
      ['no form', {}, 'username'],
      ['another password', { registrationId, plainPassword: 'a bunny in a box' }, 'username'],
      ['another address', { registrationId, email: 'other@example.org' }, 'username'],
      ['another name', { registrationId, userName: 'other' }, 'email'],
      ['another password and no form', { plainPassword: 'a bunny in a box' }, 'username'],
    ])('is a new registration with %s', async (_, fields, type) => {
      await api.register({ registrationId });
      expect((await api.register(fields)).body).toMatchObject({ type });
    });
  });

  it.each([
    ['a common password', { plainPassword: 'qwertyuiop' }],
    ['the member’s own name', { plainPassword: 'Utah123' }],
    ['a part of the address', { plainPassword: 'teapot' }],
  ])('rejects %s, although only the hash is known', async (_what, fields) => {
    const reply = await api.register(fields);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      message: 'Registration failed. Please check your information.',
      issues: [{ path: 'password' }],
    });
    expect((await api.post('/auth/getSalt', { username: 'utah_teapot' })).status).toBe(404);
  });

  it('ignores fields that a member must not set', async () => {
    const extra = { uid: '1', role: 'administrator', isAdmin: 1, activeUntil: '2099-01-01', epoch: 99 };
    const json = JSON.stringify({ ...registration(), ...extra });
    const raw = json.replace('{', '{"__proto__":{"role":"administrator"},');
    const headers = { 'content-type': 'application/json' };
    expect((await api.post('/auth/register', undefined, { raw, headers })).status).toBe(201);
    const member = await api.operator.findMember('utah_teapot');
    expect(member).toMatchObject({ role: 'member', activeUntil: '', epoch: 1, state: 'active' });
    expect(member.uid).toMatch(/^[1-9]\d{7}$/);
  });

  it('stores neither the password nor the browser’s hash of it', async () => {
    await api.register();
    const member = await api.operator.findMember('utah_teapot');
    expect(JSON.stringify(member)).not.toContain(registration().password);
    expect(member.passwordHash).toMatch(/^\$argon2id\$v=19\$/);
  });
});
