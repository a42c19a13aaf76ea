import { beforeEach, describe, expect, it } from 'vitest';
import { startSignedIn } from '../support/signed-in.ts';

const MINUTE = 60_000;

let api: Awaited<ReturnType<typeof startSignedIn>>;
let token: string;
beforeEach(async () => {
  api = await startSignedIn();
  ({ token } = api);
});

const profile = {
  username: 'utah_teapot',
  email: 'teapot@example.org',
  gender: 'Female',
  affiliation: '香港大學',
  country: 'Hong Kong',
  title: 'Prof.',
  education: 'PhD',
  phone: '+852 1234 5678',
  birth: '1975-06-01',
  address: '1 Kitchen Road',
  homepage: 'https://example.org/~teapot?x=1#top',
  description: 'Bézier patches.\nTwo lines.',
};
const save = (fields: object = {}, with_ = token) =>
  api.call('PUT', '/userinfo', { ...profile, ...fields }, { token: with_ });
const saved = async () => (await api.get('/userinfo', { token })).body.data;

describe('PUT /userinfo', () => {
  it('saves every field, and leaves what is absent as it is', async () => {
    const reply = await save();
    const { birth, ...same } = profile;
    const expected = {
      ...same,
      dob: birth,
      firstName: 'Utah',
      lastName: 'Teapot',
      yearOfDegree: 1975,
      emailVerified: false,
    };
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ code: 1, msg: 'Profile updated successfully!', data: expected });
    expect(await saved()).toMatchObject(expected);
    await save({ firstName: 'Ewa', lastName: 'Kettle', yearOfDegree: 1980 });
    expect(await saved()).toMatchObject({ firstName: 'Ewa', lastName: 'Kettle', yearOfDegree: 1980 });
  });

  it('lets everything but name and address be emptied, so that the banner can show', async () => {
    const empty = Object.fromEntries(Object.keys(profile).map((name) => [name, '']));
    const reply = await save({ ...empty, username: profile.username, email: profile.email });
    expect(reply.body.code).toBe(1);
    expect(await saved()).toMatchObject({
      gender: '',
      affiliation: '',
      country: '',
      title: '',
      dob: '',
      homepage: '',
    });
  });

  it('writes nothing that is not a profile', async () => {
    const before = await api.operator.memberOf('utah_teapot');
    await save({
      role: 'administrator',
      activeUntil: '2099-01-01',
      epoch: 9,
      passwordHash: 'x',
      salt: 'y',
      emailVerified: true,
      state: 'x',
    });
    const after = await api.operator.memberOf('utah_teapot');
    const { role, activeUntil, epoch, passwordHash, salt, emailVerified, state } = before;
    expect(after).toMatchObject({ role, activeUntil, epoch, passwordHash, salt, emailVerified, state });
  });

  it('compares the uid and never writes it', async () => {
    const { uid } = await api.operator.memberOf('utah_teapot');
    expect((await save({ uid })).body.code).toBe(1);
    expect((await save({ uid: '99999999' })).body).toEqual({ code: 0, msg: 'This is not your account' });
    expect((await saved()).uid).toBe(uid);
  });

  it.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://example.org',
    '//example.org',
    '/path',
    'example.org',
    'https:',
    'https://',
    'https:example.org',
    'https:\\\\example.org',
    'https://user@example.org',
    'https://user:password@example.org',
    'https://exam ple.org',
    'https://example.org/a b',
    'https://example.org/\u202egro',
    'https://[bad',
    'http://%zz',
    'blob:https://example.org/x',
    'view-source:https://example.org',
    'https://example.org\r\nSet-Cookie: x',
    `https://example.org/${'x'.repeat(2050)}`,
    '<a href="https://example.org">',
    'mailto:a@example.org',
    'https://\u0000example.org',
    'x-javascript:https://example.org',
  ])('refuses the homepage %j', async (homepage) => {
    const reply = await save({ homepage });
    expect(reply.status).toBe(400);
    expect(reply.body.message).toBe('Update failed');
    expect(reply.body.issues[0].path).toBe('homepage');
    expect((await saved()).homepage).toBe('');
  });

  it.each(['http://example.org', 'https://例え.jp/道', 'HTTPS://EXAMPLE.ORG:8443/a?b#c'])(
    'keeps the homepage %j',
    async (homepage) => {
      expect((await save({ homepage })).body.code).toBe(1);
    },
  );

  it('takes a birth up to today in Hong Kong', async () => {
    api.time.now = new Date('2026-03-02T08:30:00Z');
    expect((await save({ birth: '2026-03-02' })).body.code).toBe(1);
    const ahead = await save({ birth: '2026-03-03' });
    expect(ahead.status).toBe(400);
    expect(ahead.body.issues).toEqual([{ path: 'dob', message: 'is not a date up to today' }]);
    api.time.now = new Date('2026-03-02T09:59:59.999Z');
    expect((await save({ birth: '2026-03-03' })).status).toBe(400);
  });

  it('lets one of two through that save at the same time', async () => {
    const replies = await Promise.all([save({ phone: '1' }), save({ phone: '2' })]);
    const codes = replies.map(({ body }) => body.code);
    expect(codes).toContain(1);
    const losers = replies.filter(({ body }) => body.code === 0);
    for (const { body } of losers) expect(body.msg).toContain('changed meanwhile');
  });
});

describe('a new name or address', () => {
  it('swaps the markers: the old ones are free, the new ones taken', async () => {
    expect((await save({ username: 'newell', email: 'newell@example.org' })).body.code).toBe(1);
    expect((await api.post('/auth/getSalt', { username: 'utah_teapot' })).status).toBe(404);
    expect((await api.signIn('newell')).status).toBe(200);
    expect((await api.register({ userName: 'newell', email: 'x@example.org' })).body.type).toBe('username');
    expect((await api.register({ userName: 'x', email: 'newell@example.org' })).body.type).toBe('email');
    expect((await api.register()).status).toBe(201);
  });

  it('may be written in another way without being new', async () => {
    api.pass(16 * MINUTE);
    expect((await save({ username: 'Utah_Teapot', email: 'Teapot@Example.org' })).body.code).toBe(1);
    expect((await saved()).username).toBe('Utah_Teapot');
    expect((await api.signIn('utah_teapot')).status).toBe(200);
  });

  it.each([
    ['username', { username: 'stanford_bunny' }, 'Username already exists'],
    ['email', { email: 'Bunny@example.org' }, 'Email already registered'],
    ['username', { username: 'stanford_bunny', email: 'bunny@example.org' }, 'Username already exists'],
  ])('that is taken changes nothing: %s', async (_what, fields, msg) => {
    await api.register({ userName: 'stanford_bunny', email: 'bunny@example.org' });
    expect((await save({ ...fields, phone: '9' })).body).toEqual({ code: 0, msg });
    expect(await saved()).toMatchObject({ username: 'utah_teapot', email: 'teapot@example.org', phone: '' });
  });

  it('goes to one of two who want it at the same time', async () => {
    await api.register({ userName: 'stanford_bunny', email: 'bunny@example.org' });
    const other = (await api.signIn('stanford_bunny')).body.token;
    const replies = await Promise.all([
      save({ email: 'shared@example.org' }),
      save({ username: 'stanford_bunny', email: 'shared@example.org' }, other),
    ]);
    expect(replies.map(({ body }) => body.code).sort()).toEqual([0, 1]);
  });

  it('needs a sign-in of the last fifteen minutes', async () => {
    const fresh = (await api.signIn()).body.token;
    api.pass(15 * MINUTE - 1);
    expect((await save({ email: 'a@example.org' }, fresh)).body.code).toBe(1);
    api.pass(1);
    const reply = await save({ username: 'newell', email: 'a@example.org' }, fresh);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ code: 0, msg: expect.stringContaining('log in again') });
    expect((await save({ email: 'a@example.org', phone: '5' }, fresh)).body.code).toBe(1);
  });

  it('counts at once, is unverified, voids the reset code, and is told to the old address', async () => {
    const first = await api.codeFor('teapot@example.org');
    await api.post('/user/verify-email', { code: first }, { token });
    expect((await saved()).emailVerified).toBe(true);
    await api.post('/auth/forgetPassword', { email: 'teapot@example.org' });
    const resetCode = await api.codeFor('teapot@example.org');

    expect((await save({ email: 'new@example.org' })).body.data).toMatchObject({
      email: 'new@example.org',
      emailVerified: false,
    });
    const mails = await api.dueMails();
    expect(mails.map(({ to, subject }) => `${to}: ${subject}`).sort()).toEqual([
      'new@example.org: Confirm your e-mail address',
      'teapot@example.org: Your e-mail address was changed',
    ]);
    const notice = mails.find(({ to }) => to === 'teapot@example.org');
    expect(notice?.text).toContain('new@example.org');
    const encryptedPassword = 'a'.repeat(64);
    for (const email of ['teapot@example.org', 'new@example.org']) {
      const reply = await api.post('/auth/resetPassword', {
        email,
        code: resetCode,
        encryptedPassword,
        salt: 'salt-1234',
      });
      expect(reply.status).toBe(400);
    }
  });
});
