import { beforeEach, describe, expect, it, vi } from 'vitest';
import { hashed, PASSWORD, SALT } from '../support/api/make.ts';
import { startRegistered } from '../support/api/signed-in.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let api: Awaited<ReturnType<typeof startRegistered>>;
beforeEach(async () => {
  api = await startRegistered();
});

const userinfo = async (token: string) => (await api.get('/userinfo', { token })).status;

describe('POST /auth/login', () => {
  it('answers with one sentence where username or password is missing', async () => {
    for (const body of [{ username: 'utah_teapot' }, { username: '', password: '' }])
      expect(await api.post('/auth/login', body)).toMatchObject({
        status: 400,
        body: { message: 'Require username and password' },
      });
  });

  it('opens a remembered session only for true', async () => {
    const rememberMe = 'true';
    const reply = await api.post('/auth/login', {
      username: 'utah_teapot',
      password: hashed(PASSWORD, SALT),
      rememberMe,
    });
    expect(reply.status).toBe(400);
  });

  it('says that an account is disabled only after the right password', async () => {
    await api.operator.disable('utah_teapot', 'a test');
    const right = await api.signIn();
    expect(right.status).toBe(403);
    expect(right.body).toEqual({ error: 'account-disabled', message: 'Account disabled' });
    expect((await api.signIn('utah_teapot', 'wrong')).body).toEqual({
      error: 'login-failed',
      message: 'Login failed',
    });
    await api.operator.enable('utah_teapot', 'a test');
    expect((await api.signIn()).status).toBe(200);
  });

  it('takes the email address in place of the username, in any spelling', async () => {
    for (const name of ['teapot@example.org', 'Teapot@EXAMPLE.org ']) {
      const { status, body } = await api.signIn(name);
      expect(status).toBe(200);
      expect((await api.get('/userinfo', { token: body.token })).body.data.username).toBe('utah_teapot');
    }
    expect((await api.signIn('teapot@example.org', 'wrong')).body.error).toBe('login-failed');
  });

  it('gives an address without a member a salt too, always the same, so that nobody learns who is a member', async () => {
    const ask = async (username: string) => (await api.post('/auth/getSalt', { username })).body;
    const first = await ask('nobody@example.org');
    expect(first.salt).toMatch(/^[\w-]{22}$/);
    expect(await ask('nobody@example.org')).toEqual(first);
    expect((await ask('somebody@example.org')).salt).not.toBe(first.salt);
    expect((await api.signIn('nobody@example.org')).body.error).toBe('login-failed');
  });

  it('counts attempts by the name that was entered: no counter links an address to a username', async () => {
    for (let attempt = 0; attempt < 6; attempt += 1) await api.signIn('utah_teapot', 'wrong');
    expect((await api.signIn('utah_teapot', 'wrong')).body.error).toBe('too-many-attempts');
    expect((await api.signIn('teapot@example.org', 'wrong')).body.error).toBe('login-failed');
    for (let attempt = 0; attempt < 6; attempt += 1) await api.signIn('teapot@example.org', 'wrong');
    expect((await api.signIn('teapot@example.org', 'wrong')).body.error).toBe('too-many-attempts');
  });

  it('does not count the right password of a disabled account as a failure', async () => {
    await api.operator.disable('utah_teapot', 'a test');
    for (let n = 0; n < 6; n += 1) expect((await api.signIn()).status).toBe(403);
  });

  it('checks five of twenty simultaneous passwords, then makes the network wait', async () => {
    const verify = vi.spyOn(api.deps.passwords, 'verify');
    const wrong = () => api.post('/auth/login', { username: 'utah_teapot', password: 'wrong' });
    const replies = await Promise.all(Array.from({ length: 20 }, wrong));
    expect(verify).toHaveBeenCalledTimes(5);
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(15);
    expect((await api.signIn()).headers.get('retry-after')).toBe('60');
    expect((await api.signIn('utah_teapot', PASSWORD, { address: '198.51.100.1' })).status).toBe(200);
    api.pass(MINUTE);
    expect((await api.signIn()).status).toBe(200);
  });

  it('replaces an outdated password hash', async () => {
    const before = await api.operator.findMember('utah_teapot');
    api.deps.passwords.needsRehash = () => true;
    expect((await api.signIn()).status).toBe(200);
    const after = await api.operator.findMember('utah_teapot');
    expect(after.passwordHash).not.toBe(before.passwordHash);
    expect((await api.signIn()).status).toBe(200);
  });
});

describe('GET /userinfo', () => {
  it('returns exactly the fields of the contract', async () => {
    const {
      body: { token },
    } = await api.signIn();
    const reply = await api.get('/userinfo', { token });
    const { uid } = await api.operator.findMember('utah_teapot');
    expect(reply.body).toEqual({
      code: 1,
      msg: 'OK',
      data: {
        username: 'utah_teapot',
        uid,
        gender: 'prefer_not_to_say',
        email: 'teapot@example.org',
        affiliation: 'Kitchen of Test Models',
        country: 'Singapore',
        title: 'Dr.',
        education: '',
        phone: '',
        dob: '',
        address: '',
        homepage: '',
        description: '',
        firstName: 'Utah',
        lastName: 'Teapot',
        yearOfDegree: 1975,
        emailVerified: false,
        version: expect.stringMatching(/^[\w-]{16}$/),
      },
      now: api.time.now.toISOString(),
    });
  });
});

describe('a session', () => {
  it.each([
    ['after a sign-in', false, 12 * HOUR, 2 * HOUR],
    ['remembered', true, 30 * DAY, 7 * DAY],
  ])('%s expires as the contract says', async (_what, rememberMe, absolute, idle) => {
    const resting = (await api.signIn('utah_teapot', PASSWORD, { rememberMe })).body.token;
    api.pass(idle - 1);
    expect(await userinfo(resting)).toBe(200);
    api.pass(idle);
    expect(await userinfo(resting)).toBe(401);

    const active = (await api.signIn('utah_teapot', PASSWORD, { rememberMe })).body.token;
    const activeSince = api.time.now.getTime();
    while (api.time.now.getTime() + idle / 2 < activeSince + absolute) {
      api.pass(idle / 2);
      expect(await userinfo(active)).toBe(200);
    }
    api.time.now = new Date(activeSince + absolute - 1000);
    expect(await userinfo(active)).toBe(200);
    api.pass(1000);
    expect(await userinfo(active)).toBe(401);
  });

  it('of an administrator is shorter', async () => {
    await api.operator.grantAdmin('utah_teapot');
    const { token } = (await api.signIn('utah_teapot', PASSWORD, { rememberMe: true })).body;
    api.pass(HOUR - 1);
    expect(await userinfo(token)).toBe(200);
    api.pass(HOUR);
    expect(await userinfo(token)).toBe(401);
  });

  it('is not restored by a request that runs while it ends', async () => {
    const { token } = (await api.signIn()).body;
    api.pass(10 * MINUTE);
    await Promise.all([
      api.post('/auth/logout', undefined, { token }),
      ...Array.from({ length: 20 }, () => userinfo(token)),
    ]);
    expect(await userinfo(token)).toBe(401);
  });
});

describe('POST /auth/logout', () => {
  it.each([
    ['no token', undefined],
    ['rubbish', 'rubbish'],
    ['a token of nobody', `${'e30'.repeat(8)}.${'e30'.repeat(8)}.${'x'.repeat(43)}`],
  ])('answers 200 to %s', async (_what, token) => {
    const reply = await api.post('/auth/logout', undefined, token === undefined ? {} : { token });
    expect(reply.status).toBe(200);
  });

  it('ends one session and leaves the others, even with an expired or used token', async () => {
    const [one, other] = [
      (await api.signIn()).body.token,
      (await api.signIn('utah_teapot', PASSWORD, { rememberMe: true })).body.token,
    ];
    for (let n = 0; n < 2; n += 1)
      expect((await api.post('/auth/logout', undefined, { token: one })).status).toBe(200);
    expect(await userinfo(one)).toBe(401);
    expect(await userinfo(other)).toBe(200);
    api.pass(31 * DAY);
    expect((await api.post('/auth/logout', undefined, { token: other })).status).toBe(200);
  });
});
