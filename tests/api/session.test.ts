import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PASSWORD } from '../support/api/make.ts';
import { startRegistered } from '../support/api/signed-in.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let api: Awaited<ReturnType<typeof startRegistered>>;
beforeEach(async () => {
  api = await startRegistered();
});

describe('POST /auth/login', () => {
  it('says that an account is disabled only after the right password, however often', async () => {
    await api.operator.disable('utah_teapot', 'a test');
    for (let n = 0; n < 6; n += 1)
      expect(await api.signIn()).toMatchObject({
        status: 403,
        body: { error: 'account-disabled', message: 'Account disabled' },
      });
    expect((await api.signIn('utah_teapot', 'wrong')).body).toEqual({
      error: 'login-failed',
      message: 'Login failed',
    });
    await api.operator.enable('utah_teapot', 'a test');
    expect((await api.signIn()).status).toBe(200);
  });

  it.each(['teapot@example.org', 'Teapot@EXAMPLE.ORG ', ' Utah_Teapot ', 'ｕｔａｈ_teapot'])(
    'takes the username or the email address, in any spelling: %j',
    async (name) => {
      expect((await api.signIn(name)).status).toBe(200);
    },
  );

  it('gives an address without a member a salt too, always the same, so that nobody learns who is a member', async () => {
    const ask = async (username: string) => (await api.post('/auth/getSalt', { username })).body;
    const first = await ask('nobody@example.org');
    expect(first.salt).toMatch(/^[\w-]{22}$/);
    expect(await ask('nobody@example.org')).toEqual(first);
    expect((await ask('somebody@example.org')).salt).not.toBe(first.salt);
    expect((await api.signIn('nobody@example.org')).body.error).toBe('login-failed');
  });

  it('checks five of twenty simultaneous passwords, then makes the network wait', async () => {
    const verify = vi.spyOn(api.context.passwords, 'verify');
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
    api.context.passwords.needsRehash = () => true;
    expect((await api.signIn()).status).toBe(200);
    const after = await api.operator.findMember('utah_teapot');
    expect(after.passwordHash).not.toBe(before.passwordHash);
    expect((await api.signIn()).status).toBe(200);
  });
});

it('GET /userinfo returns exactly the fields of the contract', async () => {
  const reply = await api.get('/userinfo', { token: await api.tokenOf() });
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

it.each([
  ['after a login', { role: 'member', rememberMe: false }, 12 * HOUR, 2 * HOUR],
  ['remembered', { role: 'member', rememberMe: true }, 30 * DAY, 7 * DAY],
  ['of an administrator', { role: 'administrator', rememberMe: true }, 8 * HOUR, HOUR],
])('a session %s expires as the contract says', async (_what, { role, rememberMe }, absolute, idle) => {
  if (role === 'administrator') await api.operator.grantAdmin('utah_teapot');
  const resting = await api.tokenOf('utah_teapot', PASSWORD, { rememberMe });
  api.pass(idle - 1);
  expect(await api.statusOf(resting)).toBe(200);
  api.pass(idle);
  expect(await api.statusOf(resting)).toBe(401);

  const active = await api.tokenOf('utah_teapot', PASSWORD, { rememberMe });
  const activeSince = api.time.now.getTime();
  while (api.time.now.getTime() + idle / 2 < activeSince + absolute) {
    api.pass(idle / 2);
    expect(await api.statusOf(active)).toBe(200);
  }
  api.time.now = new Date(activeSince + absolute - 1000);
  expect(await api.statusOf(active)).toBe(200);
  api.pass(1000);
  expect(await api.statusOf(active)).toBe(401);
});

it('POST /auth/logout ends one session and leaves the others, even with an expired or used token', async () => {
  const one = await api.tokenOf();
  const other = await api.tokenOf('utah_teapot', PASSWORD, { rememberMe: true });
  for (let n = 0; n < 2; n += 1)
    expect((await api.post('/auth/logout', undefined, { token: one })).status).toBe(200);
  expect(await api.statusOf(one)).toBe(401);
  expect(await api.statusOf(other)).toBe(200);
  api.pass(31 * DAY);
  expect((await api.post('/auth/logout', undefined, { token: other })).status).toBe(200);
});

it('POST /auth/logout is not undone by requests that run meanwhile', async () => {
  const token = await api.tokenOf();
  api.pass(10 * MINUTE);
  await Promise.all([
    api.post('/auth/logout', undefined, { token }),
    ...Array.from({ length: 20 }, () => api.statusOf(token)),
  ]);
  expect(await api.statusOf(token)).toBe(401);
});
