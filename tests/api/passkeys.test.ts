import { beforeEach, describe, expect, it } from 'vitest';
import { network } from '../support/api/api.ts';
import { hashed, PASSWORD, SALT } from '../support/api/make.ts';
import { codeIn } from '../support/api/members.ts';
import {
  addPasskey,
  beginPasskey,
  challengeToLogIn,
  createDevice,
  finishLogIn,
  logInWith,
} from '../support/api/passkey.ts';
import { setUpApp } from '../support/api/second-factor.ts';
import { startSignedIn } from '../support/api/signed-in.ts';

const MINUTE = 60_000;
const password = hashed(PASSWORD, SALT);

let api: Awaited<ReturnType<typeof startSignedIn>>;
let token: string;
beforeEach(async () => {
  api = await startSignedIn();
  ({ token } = api);
});

const subjects = async () => (await api.dueMails()).map(({ subject }) => subject);
const passkeys = async (of = token) => (await api.get('/user/passkeys', { token: of })).body.data;
const change = (fields: object, of = token) => api.post('/user/passkeys', fields, { token: of });
const remove = (id: string, fields: object = {}) => change({ action: 'remove', id, password, ...fields });
const changePassword = () => api.changePassword(token, 'a bunny on a Cornell box');
const codeOf = (reply: { status: number; body: { error?: string } }) => [reply.status, reply.body.error];

const flawedAnswers = [
  ['of another site', { origin: 'https://www.example.com' }],
  ['for another site', { rpId: 'example.com' }],
  ['of a device that has not verified its owner', { userVerified: false }],
  ['to a challenge that we did not issue', { challenge: 'bm90LW91cnM' }],
] as const;

describe('adding a passkey', () => {
  it('requires the password, then lists it and emails the member', async () => {
    expect(await passkeys()).toEqual([]);
    await subjects();
    const wrong = await beginPasskey(api, token, { password: hashed('not it', SALT) });
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'old_password']);
    const { options } = (await beginPasskey(api, token)).body.data;
    expect(options).toMatchObject({
      rp: { id: 'www.example.org', name: 'Asia Graphics Association' },
      user: { name: 'utah_teapot', displayName: 'Utah Teapot' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const device = createDevice();
    expect(await change({ action: 'finish', response: device.create(options) })).toMatchObject({
      status: 200,
      body: { msg: 'Passkey added.' },
    });
    expect(await passkeys()).toEqual([
      { id: device.id, browser: '', addedAt: api.time.now.toISOString(), lastUsedAt: null },
    ]);
    expect(await subjects()).toEqual(['A passkey was added']);
    const { items } = (await api.get('/user/history', { token })).body.data;
    expect(items).toContainEqual(expect.objectContaining({ action: 'add-passkey', by: 'member' }));
    const next = (await beginPasskey(api, token)).body.data.options;
    expect(next.excludeCredentials).toEqual([{ id: device.id, type: 'public-key' }]);
  });

  it('requires a code of the second factor', async () => {
    const app = await setUpApp(api, token);
    expect(codeOf(await beginPasskey(api, token))).toEqual([400, 'code-invalid']);
    expect(codeOf(await beginPasskey(api, token, { code: '000000' }))).toEqual([400, 'code-invalid']);
    expect((await beginPasskey(api, token, { code: app.code() })).status).toBe(200);
  });

  it('rejects flawed answers', async () => {
    for (const [what, flaws] of flawedAnswers) {
      const { options } = (await beginPasskey(api, token)).body.data;
      const response = createDevice().create(options, flaws);
      const reply = await change({ action: 'finish', response });
      expect([what, ...codeOf(reply)]).toEqual([what, 409, 'passkey-not-added']);
    }
    expect(await passkeys()).toEqual([]);
  });

  it('rejects an answer that is late, from another session, or was accepted before', async () => {
    const { options } = (await beginPasskey(api, token)).body.data;
    const device = createDevice();
    const finish = (of = token) => change({ action: 'finish', response: device.create(options) }, of);
    const other = (await api.signIn()).body.token;
    expect(codeOf(await finish(other))).toEqual([409, 'passkey-not-added']);
    api.pass(5 * MINUTE - 1);
    expect((await finish()).status).toBe(200);
    expect(codeOf(await finish())).toEqual([409, 'passkey-not-added']);
    api.pass(1);
    const late = createDevice().create(options);
    expect(codeOf(await change({ action: 'finish', response: late }))).toEqual([409, 'passkey-not-added']);
    expect(await passkeys()).toHaveLength(1);
  });

  it.each(['one after the other', 'at once'])('adds one passkey for a challenge: %s', async (how) => {
    const { options } = (await beginPasskey(api, token)).body.data;
    const add = () => change({ action: 'finish', response: createDevice().create(options) });
    const replies = how === 'at once' ? await Promise.all([add(), add(), add()]) : [await add(), await add()];
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await passkeys()).toHaveLength(1);
  });

  it('rejects a challenge of a time to come: the clock was set back', async () => {
    const { options } = (await beginPasskey(api, token)).body.data;
    const device = await addPasskey(api, token);
    const challenge = await challengeToLogIn(api);
    api.pass(-3 * 60 * MINUTE);
    const response = createDevice().create(options);
    expect(codeOf(await change({ action: 'finish', response }))).toEqual([409, 'passkey-not-added']);
    expect(codeOf(await finishLogIn(api, device.use(challenge)))).toEqual([401, 'passkey-rejected']);
  });

  it('rejects the challenge of a login', async () => {
    const { options } = (await beginPasskey(api, token)).body.data;
    const { challenge } = await challengeToLogIn(api);
    const response = createDevice().create(options, { challenge });
    expect(codeOf(await change({ action: 'finish', response }))).toEqual([409, 'passkey-not-added']);
  });

  it('ends at ten passkeys, and at ten a day', async () => {
    for (let n = 0; n < 10; n += 1) await addPasskey(api, token);
    expect(codeOf(await beginPasskey(api, token))).toEqual([409, 'passkey-limit']);
    const [first] = await passkeys();
    expect((await remove(first.id)).status).toBe(200);
    expect((await beginPasskey(api, token)).status).toBe(429);
    api.pass(24 * 60 * MINUTE);
    const later = (await api.signIn()).body.token;
    expect((await beginPasskey(api, later)).status).toBe(200);
  });
});

describe('logging in with a passkey', () => {
  it('needs no username, and records where and how', async () => {
    const device = await addPasskey(api, token);
    api.pass(MINUTE);
    const reply = await logInWith(api, device);
    expect(reply.status).toBe(200);
    const mine = reply.body.token;
    expect((await api.get('/userinfo', { token: mine })).body.data.username).toBe('utah_teapot');
    expect((await passkeys(mine))[0].lastUsedAt).toBe(api.time.now.toISOString());
    const [entry] = (await api.get('/user/history', { token: mine })).body.data.items;
    expect(entry).toMatchObject({ action: 'sign-in', details: { method: 'passkey' } });
    api.pass(MINUTE);
    expect((await logInWith(api, device)).status).toBe(200);
  });

  it('counts as the second factor', async () => {
    const device = await addPasskey(api, token);
    await setUpApp(api, token);
    expect((await logInWith(api, device)).status).toBe(200);
  });

  it('can be limited to one member, for a page that waits for its owner', async () => {
    const device = await addPasskey(api, token);
    api.pass(1000);
    const finish = async (username: string) =>
      api.post('/auth/passkey', {
        action: 'finish',
        response: device.use(await challengeToLogIn(api)),
        username,
      });
    expect(codeOf(await finish('bunny'))).toEqual([401, 'passkey-rejected']);
    expect((await finish('Utah_Teapot')).status).toBe(200);
  });

  it('rejects flawed answers', async () => {
    const device = await addPasskey(api, token);
    for (const [what, flaws] of flawedAnswers) {
      api.pass(1000);
      const reply = await logInWith(api, device, flaws);
      expect([what, ...codeOf(reply)]).toEqual([what, 401, 'passkey-rejected']);
    }
    expect((await logInWith(api, device)).status).toBe(200);
  });

  it('accepts each answer once, even of a device that counts none, and none after five minutes', async () => {
    const device = await addPasskey(api, token, createDevice({ counts: false }));
    api.pass(1000);
    const challenge = await challengeToLogIn(api);
    const answer = device.use(challenge);
    const replies = await Promise.all(Array.from({ length: 5 }, () => finishLogIn(api, answer)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(codeOf(await finishLogIn(api, device.use(challenge)))).toEqual([401, 'passkey-rejected']);
    const slow = await challengeToLogIn(api);
    api.pass(5 * MINUTE);
    expect(codeOf(await finishLogIn(api, device.use(slow)))).toEqual([401, 'passkey-rejected']);
    expect((await logInWith(api, device)).status).toBe(200);
  });

  it('tells a stranger nothing: every unknown or wrong passkey has the same reply', async () => {
    const known = await addPasskey(api, token);
    api.pass(1000);
    const forged = createDevice();
    const answer = forged.use(await challengeToLogIn(api));
    const asKnown = { ...answer, id: known.id, rawId: known.id };
    const userHandle = (uid: string) => Buffer.from(uid).toString('base64url');
    const uid = (await api.operator.findMember('utah_teapot')).uid;
    for (const [n, response] of [
      { ...answer, response: { ...answer.response, userHandle: userHandle('99999999') } },
      { ...answer, response: { ...answer.response, userHandle: userHandle(uid) } },
      { ...asKnown, response: { ...answer.response, userHandle: userHandle(uid) } },
      { ...asKnown, response: { ...answer.response, userHandle: userHandle('#') } },
    ].entries()) {
      const reply = await finishLogIn(api, response, network(n));
      expect([codeOf(reply), reply.body.message]).toEqual([
        [401, 'passkey-rejected'],
        "This passkey doesn't work here, or it was removed. Log in with your password.",
      ]);
    }
  });

  it('is closed to disabled accounts', async () => {
    const device = await addPasskey(api, token);
    await api.operator.disable('utah_teapot', 'a test');
    api.pass(1000);
    expect(codeOf(await logInWith(api, device))).toEqual([403, 'account-disabled']);
  });

  it('is closed after a reset of the password and after "This wasn\'t me"', async () => {
    const device = await addPasskey(api, token);
    const loggedInAt = api.time.now.toISOString();
    api.pass(1000);
    await api.post('/user/secure-account', { loggedInAt }, { token });
    expect(codeOf(await logInWith(api, device))).toEqual([401, 'passkey-rejected']);
    const secured = (await api.dueMails()).find(({ subject }) => subject.startsWith('Set a new password'));
    expect(secured?.text).toContain('We logged out all devices and removed the password and your passkeys.');
    const digits = codeIn(secured?.text ?? '');
    expect((await api.resetPassword('teapot@example.org', digits, PASSWORD)).status).toBe(200);

    const again = await addPasskey(api, (await api.signIn()).body.token);
    await api.dueMails();
    await api.post('/auth/forgetPassword', { email: 'teapot@example.org' });
    const code = await api.codeFor('teapot@example.org');
    expect((await api.resetPassword('teapot@example.org', code, PASSWORD)).status).toBe(200);
    api.pass(1000);
    expect(codeOf(await logInWith(api, again))).toEqual([401, 'passkey-rejected']);
    const [changed] = (await api.dueMails()).filter(({ subject }) => subject === 'Your password was changed');
    expect(changed?.text).toContain(
      'You have been logged out on all devices, and your passkeys were removed.',
    );
  });

  it('is closed after a change of the password', async () => {
    const device = await addPasskey(api, token);
    await api.dueMails();
    const reply = await changePassword();
    expect(reply.body).toMatchObject({ passkeysRemoved: true });
    api.pass(1000);
    expect(codeOf(await logInWith(api, device))).toEqual([401, 'passkey-rejected']);
    const [changed] = await api.dueMails();
    expect(changed?.text).toContain(', and your passkeys were removed.');
  });
});

describe('a passkey that is added while the password is changed', () => {
  const begin = async () => {
    const device = createDevice();
    const response = device.create((await beginPasskey(api, token)).body.data.options);
    return { device, finish: () => change({ action: 'finish', response }) };
  };
  /** Both calls list the passkeys before they write: the next one waits there for the other. */
  function afterNextList<Reply>(other: () => Promise<Reply>) {
    const { passkeys: repository } = api.deps;
    const { listPasskeys } = repository;
    return new Promise<Reply>((resolve) => {
      repository.listPasskeys = async (uid) => {
        repository.listPasskeys = listPasskeys;
        const seen = await listPasskeys(uid);
        resolve(await other());
        return seen;
      };
    });
  }

  it('refuses the change if it comes first, and is refused if the change comes first', async () => {
    const first = await begin();
    const added = afterNextList(first.finish);
    expect(codeOf(await changePassword())).toEqual([409, 'profile-conflict']);
    expect((await added).status).toBe(200);
    const second = await begin();
    const changed = afterNextList(changePassword);
    expect(codeOf(await second.finish())).toEqual([409, 'passkey-not-added']);
    expect((await changed).status).toBe(200);
    api.pass(1000);
    for (const { device } of [first, second])
      expect(codeOf(await logInWith(api, device))).toEqual([401, 'passkey-rejected']);
  });
});

describe('removing a passkey', () => {
  it('requires the password, ends the other sessions, emails the member, and closes the login', async () => {
    const device = await addPasskey(api, token);
    api.pass(1000);
    const lost = (await logInWith(api, device)).body.token;
    await subjects();
    const wrong = await remove(device.id, { password: hashed('not it', SALT) });
    expect(wrong.status).toBe(400);
    expect((await remove(device.id)).body.msg).toBe('Passkey removed.');
    expect(await subjects()).toEqual(['A passkey was removed']);
    expect(await passkeys()).toEqual([]);
    expect((await api.get('/userinfo', { token: lost })).status).toBe(401);
    api.pass(1000);
    expect(codeOf(await logInWith(api, device))).toEqual([401, 'passkey-rejected']);
    expect((await remove(device.id)).status).toBe(200);
    expect(await subjects()).toEqual([]);
  });

  it('ends the other sessions at a second try, when the first one failed after the removal', async () => {
    const device = await addPasskey(api, token);
    api.pass(1000);
    const lost = (await logInWith(api, device)).body.token;
    const { listSessions } = api.deps.sessions;
    api.deps.sessions.listSessions = () => Promise.reject(new Error('The table is too busy'));
    expect((await remove(device.id)).status).toBe(500);
    api.deps.sessions.listSessions = listSessions;
    expect(await passkeys()).toEqual([]);
    expect((await remove(device.id)).status).toBe(200);
    expect((await api.get('/userinfo', { token: lost })).status).toBe(401);
  });

  it('ends a login that has begun with it, too', async () => {
    const device = await addPasskey(api, token);
    api.pass(1000);
    const { recordUse } = api.deps.passkeys;
    api.deps.passkeys.recordUse = async (...given) => {
      const isRecorded = await recordUse(...given);
      await remove(device.id);
      return isRecorded;
    };
    expect(codeOf(await logInWith(api, device))).toEqual([401, 'passkey-rejected']);
    expect(
      await api.deps.sessions.listSessions((await api.operator.findMember('utah_teapot')).uid),
    ).toHaveLength(1);
  });

  it("does not reach another member's", async () => {
    const device = await addPasskey(api, token);
    await api.register({ userName: 'bunny', email: 'bunny@example.org' });
    const other = (await api.signIn('bunny')).body.token;
    expect((await change({ action: 'remove', id: device.id, password }, other)).status).toBe(200);
    expect(await passkeys()).toHaveLength(1);
  });
});
