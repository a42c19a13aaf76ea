import { beforeEach, describe, expect, it } from 'vitest';
import { limitRules } from '../../functions/limits/limits.ts';
import { startSignedIn } from '../support/api/signed-in.ts';

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

  it('accepts empty values for all but name and address', async () => {
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

  it('leaves every absent field unchanged', async () => {
    await save({ firstName: 'Ewa', lastName: 'Kettle', yearOfDegree: 1980 });
    const before = await saved();
    for (const body of [{}, { uid: before.uid, version: before.version }, { phone: before.phone }])
      expect((await api.call('PUT', '/userinfo', body, { token })).body.data).toEqual(before);
    const reply = await api.call('PUT', '/userinfo', { phone: '1' }, { token });
    expect(reply.body.data).toEqual({ ...before, phone: '1', version: expect.any(String) });
  });

  it('is not saved over a version that the caller has not read', async () => {
    const { version } = await saved();
    expect((await save({ phone: '111', version })).body.code).toBe(1);
    const before = await saved();
    expect(before.version).not.toBe(version);
    const stale = await api.call('PUT', '/userinfo', { address: 'Second tab', version }, { token });
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

  it('keeps its version while anything but the profile changes', async () => {
    const { version } = await saved();
    const code = await api.codeFor('teapot@example.org');
    await api.confirmEmail(token, code);
    expect(await saved()).toMatchObject({ emailVerified: true, version });
    expect((await save({ version })).body.code).toBe(1);
  });

  it('accepts a country of the list, or none', async () => {
    const reply = await save({ country: 'Atlantis' });
    expect(reply.status).toBe(400);
    expect(reply.body.issues).toEqual([{ path: 'country', message: 'Select a country from the list.' }]);
    expect((await save({ country: '' })).body.code).toBe(1);
  });

  it('accepts a year of degree up to ten years from now, and a birthday from 1900 on', async () => {
    api.time.now = new Date('2026-03-02T08:30:00Z');
    expect((await save({ yearOfDegree: 2036, birth: '1900-01-01' })).body.code).toBe(1);
    expect((await save({ yearOfDegree: 2037 })).body.issues).toEqual([
      { path: 'yearOfDegree', message: 'Enter a year from 0 to 2036.' },
    ]);
    expect((await save({ birth: '1899-12-31' })).body.issues).toEqual([
      { path: 'birth', message: 'Enter 1 January 1900 or a later date.' },
    ]);
  });

  it('rejects anything but a profile', async () => {
    const before = await api.operator.findMember('utah_teapot');
    await save({
      role: 'administrator',
      activeUntil: '2099-01-01',
      epoch: 9,
      passwordHash: 'x',
      salt: 'y',
      emailVerified: true,
      state: 'x',
    });
    const after = await api.operator.findMember('utah_teapot');
    const { role, activeUntil, epoch, passwordHash, salt, emailVerified, state } = before;
    expect(after).toMatchObject({ role, activeUntil, epoch, passwordHash, salt, emailVerified, state });
  });

  it('compares the uid and never writes it', async () => {
    const { uid } = await api.operator.findMember('utah_teapot');
    expect((await save({ uid })).body.code).toBe(1);
    expect((await save({ uid: '99999999' })).body).toEqual({
      code: 0,
      error: 'not-your-account',
      msg: 'You can only change your own account.',
    });
    expect((await saved()).uid).toBe(uid);
  });

  it.each(['username', 'firstName', 'lastName'])('rejects a %s with an invisible character', async (field) =>
    expect(await save({ [field]: 'Tea\u00adpot' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: field }] },
    }),
  );

  it('rejects a homepage that is no web address', async () => {
    const reply = await save({ homepage: 'javascript:alert(1)' });
    expect([reply.status, reply.body.message]).toEqual([400, 'Update failed']);
    expect(reply.body.issues[0].path).toBe('homepage');
    expect((await saved()).homepage).toBe('');
  });

  it('accepts a date of birth up to today in Hong Kong', async () => {
    api.time.now = new Date('2026-03-02T08:30:00Z');
    expect((await save({ birth: '2026-03-02' })).body.code).toBe(1);
    const ahead = await save({ birth: '2026-03-03' });
    expect(ahead.status).toBe(400);
    expect(ahead.body.issues).toEqual([{ path: 'dob', message: "Enter today's date or an earlier date." }]);
    api.time.now = new Date('2026-03-02T09:59:59.999Z');
    expect((await save({ birth: '2026-03-03' })).status).toBe(400);
  });

  it('accepts one of two simultaneous saves', async () => {
    const replies = await Promise.all([save({ phone: '1' }), save({ phone: '2' })]);
    const codes = replies.map(({ body }) => body.code);
    expect(codes).toContain(1);
    const losers = replies.filter(({ body }) => body.code === 0);
    for (const { body } of losers) expect(body.error).toBe('profile-conflict');
  });
});

describe('a new username or address', () => {
  it('frees the old one and takes the new one', async () => {
    expect((await save({ username: 'newell', email: 'newell@example.org' })).body.code).toBe(1);
    expect((await api.post('/auth/getSalt', { username: 'utah_teapot' })).status).toBe(404);
    expect((await api.signIn('newell')).status).toBe(200);
    expect((await api.register({ userName: 'newell', email: 'x@example.org' })).body.type).toBe('username');
    expect((await api.register({ userName: 'x', email: 'newell@example.org' })).body.type).toBe('email');
    expect((await api.register()).status).toBe(201);
  });

  it('may be the old one in another spelling', async () => {
    api.pass(16 * MINUTE);
    expect((await save({ username: 'Utah_Teapot', email: 'Teapot@Example.org' })).body.code).toBe(1);
    expect((await saved()).username).toBe('Utah_Teapot');
    expect((await api.signIn('utah_teapot')).status).toBe(200);
  });

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
    const other = (await api.signIn('stanford_bunny')).body.token;
    const replies = await Promise.all([
      save({ email: 'shared@example.org' }),
      save({ username: 'stanford_bunny', email: 'shared@example.org' }, other),
    ]);
    expect(replies.map(({ body }) => body.code).sort()).toEqual([0, 1]);
  });

  it('requires a login within the last fifteen minutes', async () => {
    const fresh = (await api.signIn()).body.token;
    api.pass(15 * MINUTE - 1);
    expect((await save({ email: 'a@example.org' }, fresh)).body.code).toBe(1);
    api.pass(1);
    const reply = await save({ username: 'newell', email: 'a@example.org' }, fresh);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ code: 0, error: 'recent-sign-in-required' });
    expect((await save({ email: 'a@example.org', phone: '5' }, fresh)).body.code).toBe(1);
  });

  it('applies at once, is unverified, voids the reset code, and is announced to the old address', async () => {
    const first = await api.codeFor('teapot@example.org');
    await api.confirmEmail(token, first);
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

describe('a new address', () => {
  const HOUR = 60 * MINUTE;
  const change = async (email: string, with_ = token) => (await save({ email }, with_)).body;
  const wait = (time: string, stored = 'teapot@example.org') => ({
    code: 0,
    error: 'address-change-limit',
    msg: `Nothing has been saved. You can change your email address again in ${time}. To save your other changes now, leave it as ${stored}.`,
  });
  const freshToken = async (username = 'utah_teapot') => (await api.signIn(username)).body.token;

  it('ends every session but the caller’s', async () => {
    const elsewhere = await freshToken();
    expect((await change('new@example.org')).code).toBe(1);
    expect((await api.get('/userinfo', { token: elsewhere })).status).toBe(401);
    expect((await saved()).email).toBe('new@example.org');
    const code = await api.codeFor('new@example.org');
    expect((await api.confirmEmail(token, code)).status).toBe(200);
  });

  it('is not saved for a session that has ended meanwhile', async () => {
    const { findMemberByEmail } = api.deps.members;
    api.deps.members.findMemberByEmail = async (address) => {
      await api.post('/auth/logout', undefined, { token });
      return findMemberByEmail(address);
    };
    expect(await change('new@example.org')).toMatchObject({ code: 0 });
    token = await freshToken();
    expect((await saved()).email).toBe('teapot@example.org');
  });

  it('is accepted once in 55 seconds, and the error says when and how to save the rest', async () => {
    expect((await change('one@example.org')).code).toBe(1);
    api.pass(15_000);
    // None of these is one of the five changes a day.
    for (let n = 0; n < 5; n += 1)
      expect(await change('two@example.org')).toEqual(wait('40 seconds', 'one@example.org'));
    expect((await save({ email: 'one@example.org', phone: '7' })).body.code).toBe(1);
    api.pass(40_000);
    expect((await change('two@example.org')).code).toBe(1);
  });

  it('is accepted five times a day, including addresses that are taken', async () => {
    await api.register({ userName: 'stanford_bunny', email: 'bunny@example.org' });
    const taken = { code: 0, error: 'email-taken', msg: 'Email already registered' };
    for (const email of [
      'bunny@example.org',
      'a@example.org',
      'bunny@example.org',
      'b@example.org',
      'c@example.org',
    ]) {
      const reply = await change(email);
      if (email.startsWith('bunny')) expect(reply).toEqual(taken);
      else expect(reply.code).toBe(1);
      api.pass(MINUTE);
    }
    for (const email of ['bunny@example.org', 'd@example.org'])
      expect(await change(email)).toEqual(wait('16 hours', 'c@example.org'));
    api.pass(16 * HOUR);
    token = await freshToken();
    expect((await change('d@example.org')).code).toBe(1);
  });

  it('gets at most ten codes a day from all members', async () => {
    await api.count(limitRules.verificationCode, ['address', 'stranger@example.org'], 9);
    const sent = [];
    for (const username of ['bunny', 'dragon']) {
      await api.register({ userName: username, email: `${username}@example.org` });
      const own = await freshToken(username);
      await save({ username, email: 'stranger@example.org' }, own);
      const codes = (await api.dueMails()).filter(({ subject }) => subject === 'Your verification code');
      sent.push(codes.map(({ to }) => to));
      api.pass(MINUTE);
      // The next one can have the address.
      await save({ username, email: `${username}2@example.org` }, own);
      await api.dueMails();
    }
    expect(sent).toEqual([['stranger@example.org'], []]);
  });

  it('of another member does not use up that member’s codes', async () => {
    await api.register({ userName: 'stanford_bunny', email: 'bunny@example.org' });
    const bunny = await freshToken('stanford_bunny');
    for (let n = 0; n < 5; n += 1) {
      api.pass(MINUTE);
      await change('bunny@example.org');
    }
    expect((await api.post('/user/email-verification', { action: 'send' }, { token: bunny })).status).toBe(
      200,
    );
  });
});

describe('a new username', () => {
  it('is accepted ten times a day, including usernames that are taken', async () => {
    await api.register({ userName: 'stanford_bunny', email: 'bunny@example.org' });
    await api.count(limitRules.usernameChanges, (await saved()).uid, 9);
    expect((await save({ username: 'stanford_bunny' })).body.msg).toBe('Username already exists');
    expect((await save({ username: 'newell' })).body).toEqual({
      code: 0,
      error: 'username-change-limit',
      msg: 'Nothing has been saved. You can change your username again in 16 hours. To save your other changes now, leave it as utah_teapot.',
    });
  });
});
