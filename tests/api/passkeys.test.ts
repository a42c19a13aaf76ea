import { beforeEach, describe, expect, it } from 'vitest';
import { hashed, PASSWORD, SALT } from '../support/api/make.ts';
import {
  addPasskey,
  beginPasskey,
  challengeToLogIn,
  createDevice,
  type Device,
  finishLogIn,
  logInWith,
} from '../support/api/passkey.ts';
import { setUpApp } from '../support/api/second-factor.ts';
import { startSignedIn } from '../support/api/signed-in.ts';
import { atNextCall, failCalls } from '../support/table/at-calls.ts';

const MINUTE = 60_000;
const password = hashed(PASSWORD, SALT);

let api: Awaited<ReturnType<typeof startSignedIn>>;
beforeEach(async () => {
  api = await startSignedIn();
  await api.dueMails();
});

const passkeys = async (of = api.token) => (await api.get('/user/passkeys', { token: of })).body.data;
const change = (fields: object, of = api.token) => api.post('/user/passkeys', fields, { token: of });
const finish = (response: unknown, of = api.token) => change({ action: 'finish', response }, of);
const remove = (id: string, of = api.token) => change({ action: 'remove', id, password }, of);
const changePassword = () => api.changePassword(api.token, 'a bunny on a Cornell box');
const optionsToAdd = async () => (await beginPasskey(api, api.token)).body.data.options;
const codeOf = (reply: { status: number; body: { error?: string } }) => [reply.status, reply.body.error];
const NOT_ADDED = [409, 'passkey-not-added'];
const REJECTED = [401, 'passkey-rejected'];

const flawedAnswers = [
  ['of another site', { origin: 'https://www.example.com' }],
  ['for another site', { rpId: 'example.com' }],
  ['of a device that has not verified its owner', { userVerified: false }],
  ['to a challenge that we did not issue', { challenge: 'bm90LW91cnM' }],
] as const;

describe('adding a passkey', () => {
  it('requires the password, then lists it and emails the member', async () => {
    const wrong = await beginPasskey(api, api.token, { password: hashed('not it', SALT) });
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'old_password']);
    const options = await optionsToAdd();
    expect(options).toMatchObject({
      rp: { id: 'www.example.org', name: 'Asia Graphics Association' },
      user: { name: 'utah_teapot', displayName: 'Utah Teapot' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const device = createDevice();
    expect((await finish(device.create(options))).body.msg).toBe('Passkey added.');
    expect(await passkeys()).toEqual([
      { id: device.id, browser: '', addedAt: api.time.now.toISOString(), lastUsedAt: null },
    ]);
    expect(await api.subjects()).toEqual(['A passkey was added']);
    expect((await optionsToAdd()).excludeCredentials).toEqual([{ id: device.id, type: 'public-key' }]);
  });

  it('requires a code of the second factor', async () => {
    const app = await setUpApp(api, api.token);
    for (const fields of [{}, { code: '000000' }])
      expect(codeOf(await beginPasskey(api, api.token, fields))).toEqual([400, 'code-invalid']);
    expect((await beginPasskey(api, api.token, { code: app.code() })).status).toBe(200);
  });

  it('rejects flawed answers', async () => {
    const ofLogin = ['to the challenge of a login', await challengeToLogIn(api)] as const;
    for (const [what, flaws] of [...flawedAnswers, ofLogin])
      expect(codeOf(await finish(createDevice().create(await optionsToAdd(), flaws))), what).toEqual(
        NOT_ADDED,
      );
    expect(await passkeys()).toEqual([]);
  });

  it('rejects an answer that is late, from another session, or was accepted before', async () => {
    const [options, lateOptions] = [await optionsToAdd(), await optionsToAdd()];
    const answer = () => createDevice().create(options);
    expect(codeOf(await finish(answer(), await api.tokenOf()))).toEqual(NOT_ADDED);
    api.pass(5 * MINUTE - 1);
    const replies = await Promise.all([finish(answer()), finish(answer()), finish(answer())]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(codeOf(await finish(answer()))).toEqual(NOT_ADDED);
    api.pass(1);
    expect(codeOf(await finish(createDevice().create(lateOptions)))).toEqual(NOT_ADDED);
    expect(await passkeys()).toHaveLength(1);
  });
});

describe('logging in with a passkey', () => {
  let device: Device;
  beforeEach(async () => {
    device = await addPasskey(api, api.token);
    api.pass(MINUTE);
    await api.dueMails();
  });

  it('needs no username, counts as the second factor, and records where and how', async () => {
    await setUpApp(api, api.token);
    const reply = await logInWith(api, device);
    expect(reply.status).toBe(200);
    const mine = reply.body.token;
    expect((await api.get('/userinfo', { token: mine })).body.data.username).toBe('utah_teapot');
    expect((await passkeys(mine))[0].lastUsedAt).toBe(api.time.now.toISOString());
    const [entry] = (await api.get('/user/history', { token: mine })).body.data.items;
    expect(entry).toMatchObject({ action: 'sign-in', details: { method: 'passkey' } });
  });

  it('rejects flawed answers', async () => {
    for (const [what, flaws] of flawedAnswers)
      expect(codeOf(await logInWith(api, device, flaws)), what).toEqual(REJECTED);
    expect((await logInWith(api, device)).status).toBe(200);
  });

  it('accepts each answer once, even of a device that counts none, and none after five minutes', async () => {
    const plain = await addPasskey(api, api.token, createDevice({ counts: false }));
    api.pass(1000);
    const challenge = await challengeToLogIn(api);
    const answer = plain.use(challenge);
    const replies = await Promise.all(Array.from({ length: 5 }, () => finishLogIn(api, answer)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(codeOf(await finishLogIn(api, plain.use(challenge)))).toEqual(REJECTED);
    const slow = await challengeToLogIn(api);
    api.pass(5 * MINUTE);
    expect(codeOf(await finishLogIn(api, plain.use(slow)))).toEqual(REJECTED);
  });

  it('is closed to disabled accounts', async () => {
    await api.operator.disable('utah_teapot', 'a test');
    expect(codeOf(await logInWith(api, device))).toEqual([403, 'account-disabled']);
  });

  it.each<[how: string, end: () => Promise<{ status: number }>]>([
    [
      'reset',
      async () => {
        await api.post('/auth/forgetPassword', { email: 'teapot@example.org' });
        return api.resetPassword('teapot@example.org', await api.codeFor('teapot@example.org'), PASSWORD);
      },
    ],
    ['change', changePassword],
  ])('is closed after a %s of the password, which the email says', async (_how, end) => {
    expect((await end()).status).toBe(200);
    api.pass(1000);
    expect(codeOf(await logInWith(api, device))).toEqual(REJECTED);
    const [changed] = await api.dueMails();
    expect(changed?.text).toContain('logged out on all devices, and your passkeys were removed.');
  });
});

describe('a passkey that is added while the password is changed', () => {
  const begin = async () => {
    const device = createDevice();
    const response = device.create(await optionsToAdd());
    return { device, add: () => finish(response) };
  };
  /** Both calls list the passkeys before they write: the next one waits there for the other. */
  function afterNextList<Reply>(other: () => Promise<Reply>) {
    return new Promise<Reply>((resolve) => {
      atNextCall(api.context.table, /^Query .*PASSKEY#/, async (go) => {
        const seen = await go();
        resolve(await other());
        return seen;
      });
    });
  }

  it('refuses the change if it comes first, and is refused if the change comes first', async () => {
    const first = await begin();
    const added = afterNextList(first.add);
    expect(codeOf(await changePassword())).toEqual([409, 'profile-conflict']);
    expect((await added).status).toBe(200);
    const second = await begin();
    const changed = afterNextList(changePassword);
    expect(codeOf(await second.add())).toEqual(NOT_ADDED);
    expect((await changed).status).toBe(200);
    api.pass(1000);
    for (const { device } of [first, second]) expect(codeOf(await logInWith(api, device))).toEqual(REJECTED);
  });
});

it('removing a passkey requires the password, ends the other sessions, emails the member, and closes the login', async () => {
  const device = await addPasskey(api, api.token);
  api.pass(1000);
  const lost = (await logInWith(api, device)).body.token;
  await api.dueMails();
  const wrong = await change({ action: 'remove', id: device.id, password: hashed('not it', SALT) });
  expect(wrong.status).toBe(400);
  await api.register({ userName: 'bunny', email: 'bunny@example.org' });
  await remove(device.id, await api.tokenOf('bunny'));
  expect(await passkeys()).toHaveLength(1);
  await api.dueMails();
  const recover = failCalls(api.table, /^Query .*SESSION#/);
  expect((await remove(device.id)).status).toBe(500);
  recover();
  // A second try ends the sessions, and sends no second email.
  expect((await remove(device.id)).body.msg).toBe('Passkey removed.');
  expect(await api.subjects()).toEqual(['A passkey was removed']);
  expect(await passkeys()).toEqual([]);
  expect(await api.statusOf(lost)).toBe(401);
  api.pass(1000);
  expect(codeOf(await logInWith(api, device))).toEqual(REJECTED);
});
