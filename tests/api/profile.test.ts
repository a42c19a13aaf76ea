import { beforeEach, describe, expect, it } from 'vitest';
import { startSignedIn } from '../support/api/signed-in.ts';

const MINUTE = 60_000;

let api: Awaited<ReturnType<typeof startSignedIn>>;
beforeEach(async () => {
  api = await startSignedIn();
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
const save = (fields: object = {}, with_ = api.token) =>
  api.call('PUT', '/userinfo', { ...profile, ...fields }, { token: with_ });
const saved = async () => (await api.get('/userinfo', { token: api.token })).body.data;

describe('PUT /userinfo', () => {
  it('saves every field', async () => {
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

  it('leaves every absent field unchanged', async () => {
    await save({ firstName: 'Ewa', lastName: 'Kettle', yearOfDegree: 1980 });
    const before = await saved();
    for (const body of [{}, { uid: before.uid, version: before.version }, { phone: before.phone }])
      expect((await api.call('PUT', '/userinfo', body, { token: api.token })).body.data).toEqual(before);
    const reply = await api.call('PUT', '/userinfo', { phone: '1' }, { token: api.token });
    expect(reply.body.data).toEqual({ ...before, phone: '1', version: expect.any(String) });
  });

  it('is not saved over a version that the caller has not read', async () => {
    const { version } = await saved();
    expect((await save({ phone: '111', version })).body.code).toBe(1);
    const before = await saved();
    expect(before.version).not.toBe(version);
    const stale = await api.call(
      'PUT',
      '/userinfo',
      { address: 'Second tab', version },
      { token: api.token },
    );
    expect(stale.body).toEqual({
      code: 0,
      error: 'profile-conflict',
      msg: 'Your data has changed in the meantime. Reload the page and try again.',
    });
    expect(await saved()).toEqual(before);
    expect((await save({ address: 'Second tab', version: before.version })).body.code).toBe(1);
  });

  it('is saved when a change comes again, because its first reply was lost', async () => {
    const { version } = await saved();
    const update = { phone: '111', email: 'teapot@elsewhere.example', version };
    expect((await save(update)).body.code).toBe(1);
    const before = await saved();
    await api.dueMails();
    expect((await save(update)).body).toMatchObject({ code: 1, data: before });
    expect(await saved()).toEqual(before);
    expect(await api.dueMails()).toEqual([]);
  });

  it('writes nothing but a profile, and compares the uid', async () => {
    const stolen = { role: 'administrator', activeUntil: '2099-01-01', epoch: 9, passwordHash: 'x' };
    const extra = { ...stolen, salt: 'y', emailVerified: true, state: 'x' };
    const before = await api.operator.findMember('utah_teapot');
    const kept = Object.fromEntries(Object.keys(extra).map((name) => [name, Object(before)[name]]));
    expect((await save({ ...extra, uid: before.uid })).body.code).toBe(1);
    expect((await save({ ...extra, uid: '99999999' })).body).toEqual({
      code: 0,
      error: 'not-your-account',
      msg: 'You can only change your own account.',
    });
    expect(await api.operator.findMember('utah_teapot')).toMatchObject({ ...kept, uid: before.uid });
  });

  it('rejects wrong fields, naming each, and dates to come', async () => {
    const wrong = { homepage: 'javascript:alert(1)', firstName: 'Tea\u00adpot', country: 'Atlantis' };
    const reply = await save({ ...wrong, birth: '1899-12-31' });
    expect([reply.status, reply.body.message]).toEqual([400, 'Update failed']);
    const paths = reply.body.issues.map(({ path }: { path: string }) => path);
    expect(paths.sort()).toEqual(['birth', 'country', 'firstName', 'homepage']);
    api.time.now = new Date('2026-03-02T09:59:59.999Z');
    expect((await save({ birth: '2026-03-02', yearOfDegree: 2036 })).body.code).toBe(1);
    for (const later of [{ birth: '2026-03-03' }, { yearOfDegree: 2037 }])
      expect((await save(later)).status).toBe(400);
  });

  it('accepts one of two simultaneous saves', async () => {
    const { version } = await saved();
    const replies = await Promise.all([save({ phone: '1', version }), save({ phone: '2', version })]);
    const results = replies.map(({ body }) => body.error ?? body.msg).sort();
    expect(results).toEqual(['Profile updated successfully!', 'profile-conflict']);
  });
});

describe('a new username or address', () => {
  it.each([
    ['username', { username: 'STANFORD_ｂｕｎｎｙ' }, 'Username already exists'],
    ['email', { email: 'Bunny@example.org' }, 'Email already registered'],
    ['username', { username: 'stanford_bunny', email: 'bunny@example.org' }, 'Username already exists'],
  ])('that is taken changes nothing: %s', async (taken, fields, msg) => {
    await api.register({ userName: 'stanford_bunny', email: 'bunny@example.org' });
    expect((await save({ ...fields, phone: '9' })).body).toEqual({ code: 0, error: `${taken}-taken`, msg });
    expect(await saved()).toMatchObject({ username: 'utah_teapot', email: 'teapot@example.org', phone: '' });
  });

  it('is given to one of two members who want it at the same time', async () => {
    await api.register({ userName: 'stanford_bunny', email: 'bunny@example.org' });
    const other = await api.tokenOf('stanford_bunny');
    const replies = await Promise.all([
      save({ email: 'shared@example.org' }),
      save({ username: 'stanford_bunny', email: 'shared@example.org' }, other),
    ]);
    expect(replies.map(({ body }) => body.code).sort()).toEqual([0, 1]);
  });

  it('requires a login within the last fifteen minutes', async () => {
    const fresh = await api.tokenOf();
    api.pass(15 * MINUTE - 1);
    expect((await save({ email: 'a@example.org' }, fresh)).body.code).toBe(1);
    api.pass(1);
    for (const fields of [{ username: 'newell', email: 'a@example.org' }, { email: 'b@example.org' }])
      expect(await save(fields, fresh)).toMatchObject({
        status: 200,
        body: { code: 0, error: 'recent-sign-in-required' },
      });
    expect((await save({ email: 'a@example.org', phone: '5' }, fresh)).body.code).toBe(1);
  });

  it('applies at once, is unverified, voids the reset code, and is announced to the old address', async () => {
    const first = await api.codeFor('teapot@example.org');
    await api.confirmEmail(api.token, first);
    expect((await saved()).emailVerified).toBe(true);
    await api.post('/auth/forgetPassword', { email: 'teapot@example.org' });
    const resetCode = await api.codeFor('teapot@example.org');

    expect((await save({ email: 'new@example.org' })).body.data).toMatchObject({
      email: 'new@example.org',
      emailVerified: false,
    });
    const mails = await api.dueMails();
    expect(mails.map(({ to, subject }) => `${to}: ${subject}`).sort()).toEqual([
      'new@example.org: Your verification code',
      'teapot@example.org: Your email address was changed',
    ]);
    const notice = mails.find(({ to }) => to === 'teapot@example.org');
    expect(notice?.text).toContain('new@example.org');
    expect(notice?.text).toContain('https://www.example.org/login');
    for (const email of ['teapot@example.org', 'new@example.org'])
      expect((await api.resetPassword(email, resetCode, 'a bunny on a Cornell box')).status).toBe(400);
  });
});

it('a new address ends every session but the caller’s, who can verify it', async () => {
  const elsewhere = await api.tokenOf();
  expect((await save({ email: 'new@example.org' })).body.code).toBe(1);
  expect(await api.statusOf(elsewhere)).toBe(401);
  const code = await api.codeFor('new@example.org');
  expect((await api.confirmEmail(api.token, code)).status).toBe(200);
});
