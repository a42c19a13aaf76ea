import { beforeEach, describe, expect, it, vi } from 'vitest';
import { limitRules } from '../../functions/limits/limits.ts';
import { startApi } from '../support/api/api.ts';
import { registration } from '../support/api/make.ts';

const NETWORK = '203.0.113.7';

let api: Awaited<ReturnType<typeof startApi>>;
beforeEach(async () => {
  api = await startApi();
});

describe('POST /auth/genSalt', () => {
  it('returns a fresh salt of 128 random bits each time, for a username or an address', async () => {
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
    expect(await api.queuedMails.listDue(api.time.now, 10)).toHaveLength(1);
  });

  describe('repeated after a lost reply', () => {
    const registrationId = 'a-form-opened-once';

    it.each([{ registrationId }, {}])('succeeds, and leaves one account and one email: %j', async (form) => {
      expect((await api.register(form)).status).toBe(201);
      const { uid } = await api.operator.findMember('utah_teapot');
      expect((await api.register(form)).status).toBe(201);
      expect((await api.operator.findMember('utah_teapot')).uid).toBe(uid);
      expect(await api.queuedMails.listDue(api.time.now, 10)).toHaveLength(1);
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

  it('rejects a network after 180 attempts in an hour, successful or not, before anything is hashed', async () => {
    await api.register();
    await api.count(limitRules.registrationAttempts, NETWORK, 178);
    const hash = vi.spyOn(api.deps.passwords, 'hash');
    const again = () => api.register({ plainPassword: 'another teapot on a box' });
    const replies = [await again(), await again(), await again()];
    expect(replies.map(({ status }) => status)).toEqual([409, 429, 429]);
    // One for the password and one for the code.
    expect(hash).toHaveBeenCalledTimes(2);
  });

  it('limits a network to 60 registrations an hour, counting successful ones', async () => {
    const same = await Promise.all(
      Array.from({ length: 8 }, (_, n) => api.register({ plainPassword: `${n} teapots on a Cornell box` })),
    );
    expect(same.filter(({ status }) => status === 201)).toHaveLength(1);
    await api.count(limitRules.registration, NETWORK, 56);
    const others = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        api.register({ userName: `bunny${n}`, email: `bunny${n}@example.org` }),
      ),
    );
    expect(others.filter(({ status }) => status === 201)).toHaveLength(3);
    const refused = others.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ error: 'too-many-attempts', retryAfterSeconds: 3600 });
    expect(refused?.headers.get('retry-after')).toBe('3600');
    const elsewhere = { address: '198.51.100.1' };
    expect((await api.register({ userName: 'dragon', email: 'dragon@example.org' }, elsewhere)).status).toBe(
      201,
    );
    api.pass(3_600_000);
    expect((await api.register({ userName: 'armadillo', email: 'armadillo@example.org' })).status).toBe(201);
  });
});

describe('POST /auth/getSalt', () => {
  it('is limited to 300 times in five minutes', async () => {
    await api.register();
    await api.count(limitRules.salt, NETWORK, 299);
    const request = async () => (await api.post('/auth/getSalt', { username: 'utah_teapot' })).status;
    expect([await request(), await request()]).toEqual([200, 429]);
  });

  it('reports an unknown username, thirty times in ten minutes for a network of IPv6, whatever headers the caller sends', async () => {
    await api.register();
    const request = (username: string, n: number, network = '2001:db8:1:2') => {
      const from = `192.0.2.${n}`;
      const headers = { 'x-forwarded-for': from, forwarded: `for=${from}`, 'x-real-ip': from };
      return api.post('/auth/getSalt', { username }, { address: `${network}::${n.toString(16)}`, headers });
    };
    await api.count(limitRules.unknownName, '2001:db8:1:2::/64', 28);
    const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => request(`nobody${n}`, n)));
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(2);
    expect(replies.find(({ status }) => status === 404)?.body).toEqual({
      error: 'username-not-found',
      message: 'Username not found',
    });
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(10);
    expect((await request('utah_teapot', 41)).status).toBe(429);
    expect((await request('utah_teapot', 1, '2001:db8:1:3')).status).toBe(200);
    expect((await request('nobody', 1, '2001:db8:1:3')).status).toBe(404);
  });
});
