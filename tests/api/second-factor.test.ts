import { beforeEach, describe, expect, it } from 'vitest';
import { limitRules } from '../../functions/limits/limits.ts';
import { readRow } from '../../functions/platform/table/rows.ts';
import { keys } from '../../functions/platform/table/schema.ts';
import { network } from '../support/api/api.ts';
import { hashed, PASSWORD, SALT } from '../support/api/make.ts';
import { appCode, STEP, setUpApp } from '../support/api/second-factor.ts';
import { startSignedIn } from '../support/api/signed-in.ts';

const MINUTE = 60_000;
const password = hashed(PASSWORD, SALT);

let api: Awaited<ReturnType<typeof startSignedIn>>;
let token: string;
beforeEach(async () => {
  api = await startSignedIn();
  ({ token } = api);
});

const logIn = (secondFactor?: string, options: { address?: string } = {}) =>
  api.signIn('utah_teapot', PASSWORD, { ...options, ...(secondFactor !== undefined && { secondFactor }) });
const subjects = async () => (await api.dueMails()).map(({ subject }) => subject);
const status = async (of = token) => (await api.get('/user/second-factor', { token: of })).body.data;
const begin = (body: object = {}) =>
  api.post('/user/second-factor', { action: 'begin', password, ...body }, { token });
const finish = (code: string) => api.post('/user/second-factor', { action: 'finish', code }, { token });

describe('setting up two-step verification', () => {
  it('requires the password and a code of the app, then shows ten recovery codes once', async () => {
    expect(await status()).toEqual({ enrolledAt: null, recoveryCodesLeft: 0, isRequired: false });
    const wrong = await begin({ password: hashed('not it', SALT) });
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'old_password']);

    const { secret, uri } = (await begin()).body.data.setup;
    expect(uri).toContain(`secret=${secret}`);
    expect((await finish('000000')).status).toBe(400);
    expect((await status()).enrolledAt).toBeNull();
    await subjects();

    const done = await finish(appCode(secret, api.time.now));
    expect(done.body.data.recoveryCodes).toHaveLength(10);
    for (const code of done.body.data.recoveryCodes) expect(code).toMatch(/^(\w{4}-){3}\w{4}$/);
    expect(await status()).toEqual({
      enrolledAt: api.time.now.toISOString(),
      recoveryCodesLeft: 10,
      isRequired: false,
    });
    expect(await subjects()).toEqual(['Two-step verification is on']);
  });

  it('expires after ten minutes', async () => {
    const { secret } = (await begin()).body.data.setup;
    api.pass(10 * MINUTE);
    const late = await finish(appCode(secret, api.time.now));
    expect([late.status, late.body.message]).toEqual([409, 'This setup has expired. Start again.']);
    const again = (await begin()).body.data.setup.secret;
    api.pass(10 * MINUTE - 1);
    expect((await finish(appCode(again, api.time.now))).status).toBe(200);
  });

  it('can be finished once, and only with the latest secret', async () => {
    const first = (await begin()).body.data.setup.secret;
    const { secret } = (await begin()).body.data.setup;
    expect((await finish(appCode(first, api.time.now))).status).toBe(400);
    const code = appCode(secret, api.time.now);
    const replies = await Promise.all(Array.from({ length: 10 }, () => finish(code)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  });

  it('limits the guesses at its code across all networks, and goes on after the wait', async () => {
    const { secret } = (await begin()).body.data.setup;
    const guess = (index: number) =>
      api.post('/user/second-factor', { action: 'finish', code: '000000' }, { token, ...network(index) });
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => guess(index)));
    for (let index = 20; index < 30; index += 1) replies.push(await guess(index));
    expect(replies.filter(({ status: of }) => of === 400)).toHaveLength(5);
    expect((await finish(appCode(secret, api.time.now))).status).toBe(429);
    api.pass(MINUTE);
    expect((await finish(appCode(secret, api.time.now))).status).toBe(200);
  });

  it('ends if the clock is set back', async () => {
    const { secret } = (await begin()).body.data.setup;
    api.pass(-3 * 60 * MINUTE);
    expect((await finish(appCode(secret, api.time.now))).body.error).toBe('second-factor-setup-ended');
  });

  it('stores neither the secret nor a recovery code in plain text', async () => {
    const { secret, recoveryCodes } = await setUpApp(api, token);
    const { uid } = await api.operator.findMember('utah_teapot');
    const row = JSON.stringify(await readRow(api.table, keys.secondFactor(uid)));
    expect(row).not.toContain(secret);
    for (const code of recoveryCodes) expect(row).not.toContain(code.replaceAll('-', ''));
  });

  it('again on a new phone requires a current code, and the old app stops working', async () => {
    const old = await setUpApp(api, token);
    expect((await begin()).status).toBe(400);
    const begun = await begin({ code: old.code() });
    const { secret } = begun.body.data.setup;
    expect((await finish(appCode(secret, api.time.now))).status).toBe(200);
    api.pass(STEP);
    expect((await logIn(old.code())).status).toBe(401);
    expect((await logIn(old.recoveryCodes[0])).status).toBe(401);
    expect((await logIn(appCode(secret, api.time.now))).status).toBe(200);
  });
});

describe('logging in', () => {
  it('with the password only asks for the code', async () => {
    const app = await setUpApp(api, token);
    const alone = await logIn();
    expect(alone.status).toBe(401);
    expect(alone.body).toEqual({
      error: 'second-factor-needed',
      message: 'Enter the code from your authenticator app.',
    });
    const both = await logIn(app.code());
    expect(both.body).toEqual({ token: expect.any(String) });
  });

  it('does not reveal the second factor before the password is right', async () => {
    const app = await setUpApp(api, token);
    for (const code of [undefined, app.code(), '000000']) {
      const reply = await api.signIn('utah_teapot', 'not it', { ...(code && { secondFactor: code }) });
      expect([reply.status, reply.body]).toEqual([401, { error: 'login-failed', message: 'Login failed' }]);
    }
    api.pass(15 * MINUTE);
    expect((await logIn(app.code())).status).toBe(200);
  });

  it('ignores a code without a second factor', async () => {
    expect((await logIn('123456')).status).toBe(200);
  });

  it('accepts a code once, and then none of an earlier time step', async () => {
    const app = await setUpApp(api, token);
    const earlier = app.code();
    api.pass(STEP);
    const code = app.code();
    expect((await logIn(code)).status).toBe(200);
    for (const used of [code, earlier]) {
      const again = await logIn(used);
      expect([again.status, again.body.error]).toEqual([401, 'second-factor-wrong']);
    }
  });

  it('accepts one of 20 simultaneous uses of the same code', async () => {
    const app = await setUpApp(api, token);
    const code = app.code();
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => logIn(code, network(index))));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 401]));
  });

  it('counts wrong codes like wrong passwords, before they are compared', async () => {
    const app = await setUpApp(api, token);
    expect((await logIn()).status).toBe(401);
    const wrong = await Promise.all(Array.from({ length: 20 }, () => logIn('000000')));
    expect(wrong.filter(({ status }) => status === 401)).toHaveLength(4);
    expect(wrong.filter(({ status }) => status === 429)).toHaveLength(16);
    expect((await logIn(app.code())).status).toBe(429);
  });

  it('counts a wrong code as one failure of the network, and a success as none', async () => {
    const app = await setUpApp(api, token);
    const increment = api.deps.limits.increment.bind(api.deps.limits);
    let failures = 0;
    api.deps.limits.increment = (rule, subject, window, by) => {
      if (rule === 'failed-sign-ins') failures += by;
      return increment(rule, subject, window, by);
    };
    const elsewhere = { address: '198.51.100.9' };
    expect((await logIn(undefined, elsewhere)).status).toBe(401);
    expect(failures).toBe(0);
    expect((await logIn('000000', elsewhere)).status).toBe(401);
    expect(failures).toBe(1);
    expect((await logIn(app.code(), elsewhere)).status).toBe(200);
    expect(failures).toBe(1);
  });

  it('with the right password does not reset the attempts at the code', async () => {
    await setUpApp(api, token);
    const statuses = [];
    for (const code of ['000000', undefined, '000001', undefined, '000002', undefined]) {
      statuses.push((await logIn(code)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('counts wrong codes as failures of the account, which closes to new networks after a hundred', async () => {
    const app = await setUpApp(api, token);
    await api.count(limitRules.accountFailures, 'utah_teapot', 98);
    for (let n = 0; n < 2; n += 1) expect((await logIn('000000', network(n))).status).toBe(401);
    const closed = await logIn(app.code(), { address: '198.51.99.1' });
    expect([closed.status, closed.body.error]).toEqual([429, 'account-guarded']);
  });

  it('rejects a malformed code with 400 without counting an attempt', async () => {
    const app = await setUpApp(api, token);
    for (let times = 0; times < 6; times += 1) {
      const reply = await logIn('12345');
      expect([reply.status, reply.body.issues[0].path]).toEqual([400, 'secondFactor']);
    }
    expect((await logIn(app.code())).status).toBe(200);
  });

  it('accepts each recovery code once, says how many are left, and emails the member', async () => {
    const { recoveryCodes } = await setUpApp(api, token);
    const [first = '', second = ''] = recoveryCodes;
    await subjects();
    const reply = await logIn(first.toUpperCase().replaceAll('-', ' '));
    expect(reply.body).toEqual({ token: expect.any(String), recoveryCodesLeft: 9 });
    expect(await subjects()).toEqual(['A recovery code was used']);
    expect((await logIn(first)).status).toBe(401);
    expect((await logIn(second)).body.recoveryCodesLeft).toBe(8);

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => logIn(recoveryCodes[2] ?? '', network(index))),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await status()).recoveryCodesLeft).toBe(7);
  });

  it('still requires the code after a reset of the password', async () => {
    const app = await setUpApp(api, token);
    await api.post('/auth/forgetPassword', { email: 'teapot@example.org' });
    const code = await api.codeFor('teapot@example.org');
    await api.resetPassword('teapot@example.org', code, 'a new teapot of porcelain');
    const alone = await api.signIn('utah_teapot', 'a new teapot of porcelain');
    expect([alone.status, alone.body.error]).toEqual([401, 'second-factor-needed']);
    const both = await api.signIn('utah_teapot', 'a new teapot of porcelain', { secondFactor: app.code() });
    expect(both.status).toBe(200);
  });
});

describe('two-step verification', () => {
  it('gets new recovery codes with password and code; the old ones stop working', async () => {
    const app = await setUpApp(api, token);
    const renew = (body: object) =>
      api.post('/user/second-factor', { action: 'renew-recovery-codes', ...body }, { token });
    expect((await renew({ password, code: '000000' })).status).toBe(400);
    expect((await renew({ password: hashed('not it', SALT), code: app.code() })).status).toBe(400);
    await subjects();
    const { recoveryCodes } = (await renew({ password, code: app.recoveryCodes[9] })).body.data;
    expect(recoveryCodes).toHaveLength(10);
    expect((await subjects()).sort()).toEqual(['A recovery code was used', 'You have new recovery codes']);
    expect((await logIn(app.recoveryCodes[0])).status).toBe(401);
    expect((await logIn(recoveryCodes[0])).status).toBe(200);
  });

  it('is turned off with password and code, which ends the other sessions and emails the member', async () => {
    const app = await setUpApp(api, token);
    const other: string = (await logIn(app.code())).body.token;
    api.pass(STEP);
    const remove = (body: object) =>
      api.post('/user/second-factor', { action: 'remove', ...body }, { token });
    expect((await remove({ password })).status).toBe(400);
    expect((await remove({ password, code: '000000' })).status).toBe(400);
    await subjects();
    expect((await remove({ password, code: app.code() })).status).toBe(200);
    expect(await subjects()).toEqual(['Two-step verification is off']);
    expect((await status()).enrolledAt).toBeNull();
    expect((await api.get('/userinfo', { token: other })).status).toBe(401);
    expect((await logIn()).status).toBe(200);
  });

  it('is turned off, and the other sessions ended, at a second try when the first one failed', async () => {
    const app = await setUpApp(api, token);
    const other: string = (await logIn(app.code())).body.token;
    const remove = () =>
      api.post('/user/second-factor', { action: 'remove', password, code: app.code() }, { token });
    const { listSessions } = api.deps.sessions;
    api.deps.sessions.listSessions = () => Promise.reject(new Error('The table is too busy'));
    api.pass(STEP);
    expect((await remove()).status).toBe(500);
    api.deps.sessions.listSessions = listSessions;
    api.pass(STEP);
    expect((await remove()).status).toBe(200);
    expect((await status()).enrolledAt).toBeNull();
    expect((await api.get('/userinfo', { token: other })).status).toBe(401);
  });

  it('limits the guesses of a signed-in member across all networks', async () => {
    await setUpApp(api, token);
    const give = (index: number) =>
      api.post('/user/second-factor', { action: 'give', code: '000000' }, { token, ...network(index) });
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => give(index)));
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  it('forgets earlier failures after a right password and code', async () => {
    const app = await setUpApp(api, token);
    const give = (code: string) => api.post('/user/second-factor', { action: 'give', code }, { token });
    const renew = (given: string) =>
      api.post(
        '/user/second-factor',
        { action: 'renew-recovery-codes', password: given, code: app.code() },
        { token },
      );
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 4; n += 1) {
        expect((await give('000000')).status).toBe(400);
        expect((await renew(hashed('not it', SALT))).status).toBe(400);
      }
      expect((await renew(password)).status).toBe(200);
      api.pass(STEP);
    }
  });

  it('is in the export with its date only', async () => {
    const before = await api.get('/user/export', { token });
    expect(before.body.data.account.secondFactorAt).toBe('');
    const { secret } = await setUpApp(api, token);
    const { body } = await api.get('/user/export', { token });
    expect(body.data.account.secondFactorAt).toBe(new Date(api.time.now.getTime() - STEP).toISOString());
    expect(JSON.stringify(body)).not.toContain(secret);
    expect(JSON.stringify(body)).not.toContain('sealedSecret');
  });

  it('is deleted with the account', async () => {
    const app = await setUpApp(api, token);
    const { uid } = await api.operator.findMember('utah_teapot');
    await begin({ code: app.code() });
    for (const key of [keys.secondFactor(uid), keys.secondFactorSetup(uid)])
      expect(await readRow(api.table, key)).toMatchObject({ uid });
    expect((await api.deleteAccount(token)).status).toBe(200);
    for (const key of [keys.secondFactor(uid), keys.secondFactorSetup(uid)])
      expect(await readRow(api.table, key)).toBeUndefined();
  });
});

describe('the operator’s reset of two-step verification', () => {
  it('turns it off, ends every session, emails the member and writes an audit entry', async () => {
    await setUpApp(api, token);
    await subjects();
    await api.operator.resetSecondFactor('utah_teapot', 'Lost the phone');
    expect((await api.get('/userinfo', { token })).status).toBe(401);
    expect(await subjects()).toEqual(['Two-step verification was reset']);
    const reply = await logIn();
    expect(reply.status).toBe(200);
    const { entries } = await api.operator.listHistory('utah_teapot', 10);
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'reset-second-factor',
        actor: { by: 'operator' },
        reason: 'Lost the phone',
      }),
    );
  });

  it('fails if it is off', async () => {
    await expect(api.operator.resetSecondFactor('utah_teapot', 'Lost')).rejects.toMatchObject({
      code: 'second-factor-off',
    });
  });
});
