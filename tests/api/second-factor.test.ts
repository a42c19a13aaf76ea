import { beforeEach, describe, expect, it } from 'vitest';
import { readRow } from '../../functions/platform/table/rows.ts';
import { keys } from '../../functions/platform/table/schema.ts';
import { network } from '../support/api/api.ts';
import { hashed, PASSWORD, SALT } from '../support/api/make.ts';
import { appCode, STEP, setUpApp } from '../support/api/second-factor.ts';
import { startSignedIn } from '../support/api/signed-in.ts';
import { atNextCall, failCalls } from '../support/table/at-calls.ts';

const MINUTE = 60_000;
const password = hashed(PASSWORD, SALT);

let api: Awaited<ReturnType<typeof startSignedIn>>;
beforeEach(async () => {
  api = await startSignedIn();
  await api.dueMails();
});

const logIn = (secondFactor?: string, options: { address?: string } = {}) =>
  api.signIn('utah_teapot', PASSWORD, { ...options, ...(secondFactor !== undefined && { secondFactor }) });
const change = (action: string, fields: object, options: { address?: string } = {}) =>
  api.post('/user/second-factor', { action, ...fields }, { token: api.token, ...options });
const begin = (fields: object = {}) => change('begin', { password, ...fields });
const secretOf = async () => String((await begin()).body.data.setup.secret);
const finish = (code: string, options?: { address?: string }) => change('finish', { code }, options);
const factor = async () => (await api.get('/user/second-factor', { token: api.token })).body.data;
/** How many replies have each status. */
const statusesOf = (replies: { status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('setting up two-step verification', () => {
  it('requires the password and a code of the app, then shows ten recovery codes once', async () => {
    const off = { enrolledAt: null, recoveryCodesLeft: 0, isRequired: false };
    expect(await factor()).toEqual(off);
    const wrong = await begin({ password: hashed('not it', SALT) });
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'old_password']);

    const { secret, uri } = (await begin()).body.data.setup;
    expect(uri).toContain(`secret=${secret}`);
    expect((await finish('000000')).status).toBe(400);
    expect(await factor()).toEqual(off);

    const done = await finish(appCode(secret, api.time.now));
    expect(done.body.data.recoveryCodes).toHaveLength(10);
    for (const code of done.body.data.recoveryCodes) expect(code).toMatch(/^(\w{4}-){3}\w{4}$/);
    const enrolledAt = api.time.now.toISOString();
    expect(await factor()).toEqual({ enrolledAt, recoveryCodesLeft: 10, isRequired: false });
    expect(await api.subjects()).toEqual(['Two-step verification is on']);
  });

  it('expires after ten minutes, and if the clock is set back', async () => {
    const late = await secretOf();
    api.pass(10 * MINUTE);
    expect((await finish(appCode(late, api.time.now))).body).toMatchObject({
      error: 'second-factor-setup-ended',
      message: 'This setup has expired. Start again.',
    });
    const early = await secretOf();
    api.pass(-180 * MINUTE);
    expect((await finish(appCode(early, api.time.now))).body.error).toBe('second-factor-setup-ended');
    const inTime = await secretOf();
    api.pass(10 * MINUTE - 1);
    expect((await finish(appCode(inTime, api.time.now))).status).toBe(200);
  });

  it('limits the guesses at its code across all networks, and goes on after the wait', async () => {
    const secret = await secretOf();
    const guesses = Array.from({ length: 20 }, (_, n) => finish('000000', network(n)));
    expect(statusesOf(await Promise.all(guesses))).toEqual({ 400: 5, 429: 15 });
    expect((await finish(appCode(secret, api.time.now))).status).toBe(429);
    api.pass(MINUTE);
    expect((await finish(appCode(secret, api.time.now))).status).toBe(200);
  });

  it('stores neither the secret nor a recovery code in plain text', async () => {
    const { secret, recoveryCodes } = await setUpApp(api, api.token);
    const { uid } = await api.operator.findMember('utah_teapot');
    const row = JSON.stringify(await readRow(api.table, keys.secondFactor(uid)));
    for (const hidden of [secret, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(row).not.toContain(hidden);
  });
});

describe('logging in', () => {
  it('asks for the code after the right password only, and ignores one where none is set up', async () => {
    expect((await logIn('123456')).status).toBe(200);
    const app = await setUpApp(api, api.token);
    for (const secondFactor of [app.code(), '000000'])
      expect((await api.signIn('utah_teapot', 'not it', { secondFactor })).body.error).toBe('login-failed');
    const alone = await logIn();
    expect(alone.status).toBe(401);
    expect(alone.body).toEqual({
      error: 'second-factor-needed',
      message: 'Enter the code from your authenticator app.',
    });
    expect((await logIn(app.code())).body).toEqual({ token: expect.any(String) });
  });

  it('accepts a code once, and then none of an earlier time step', async () => {
    const app = await setUpApp(api, api.token);
    const earlier = app.code();
    api.pass(STEP);
    const code = app.code();
    const simultaneous = Array.from({ length: 20 }, (_, n) => logIn(code, network(n)));
    expect(statusesOf(await Promise.all(simultaneous))).toEqual({ 200: 1, 401: 19 });
    for (const used of [code, earlier])
      expect(await logIn(used)).toMatchObject({ status: 401, body: { error: 'second-factor-wrong' } });
  });

  it('counts wrong codes like wrong passwords, before they are compared; the right password does not reset them', async () => {
    const app = await setUpApp(api, api.token);
    expect((await logIn()).status).toBe(401);
    const wrong = await Promise.all(Array.from({ length: 20 }, () => logIn('000000')));
    expect(statusesOf(wrong)).toEqual({ 401: 4, 429: 16 });
    for (const code of [undefined, app.code()]) expect((await logIn(code)).status).toBe(429);
  });

  it('accepts each recovery code once, says how many are left, and emails the member', async () => {
    const { recoveryCodes } = await setUpApp(api, api.token);
    const [first = '', second = ''] = recoveryCodes;
    await api.dueMails();
    const reply = await logIn(first.toUpperCase().replaceAll('-', ' '));
    expect(reply.body).toEqual({ token: expect.any(String), recoveryCodesLeft: 9 });
    expect(await api.subjects()).toEqual(['A recovery code was used']);
    expect((await logIn(first)).status).toBe(401);
    const simultaneous = Array.from({ length: 20 }, (_, n) => logIn(second, network(n)));
    expect(statusesOf(await Promise.all(simultaneous))[200]).toBe(1);
    expect((await factor()).recoveryCodesLeft).toBe(8);
  });
});

describe('two-step verification', () => {
  it('is turned off with password and code, which ends the other sessions and emails the member, at a second try too', async () => {
    const app = await setUpApp(api, api.token);
    const other = String((await logIn(app.code())).body.token);
    api.pass(STEP);
    await api.dueMails();
    for (const fields of [{}, { code: '000000' }])
      expect((await change('remove', { password, ...fields })).status).toBe(400);
    const recover = failCalls(api.table, /^Query .*SESSION#/);
    expect((await change('remove', { password, code: app.code() })).status).toBe(500);
    recover();
    api.pass(STEP);
    expect((await change('remove', { password, code: app.code() })).status).toBe(200);
    expect(await api.subjects()).toEqual(['Two-step verification is off']);
    expect((await factor()).enrolledAt).toBeNull();
    expect(await api.statusOf(other)).toBe(401);
    expect((await logIn()).status).toBe(200);
  });

  it('gives no recovery codes to a caller without a code where the owner sets it up meanwhile', async () => {
    await setUpApp(api, api.token);
    // The first read is as of before the setup.
    atNextCall(api.table, /^GetItem .*"sk":"SECOND-FACTOR"/, async () => ({}));
    const reply = await change('renew-recovery-codes', { password, code: '000000' });
    expect(reply).toMatchObject({ status: 409, body: { message: "Two-step verification isn't set up." } });
  });

  it('limits the guesses of a signed-in member across all networks, and forgets them after the right code', async () => {
    const app = await setUpApp(api, api.token);
    for (let n = 0; n < 4; n += 1) expect((await change('give', { code: '000000' })).status).toBe(400);
    expect((await change('give', { code: app.code() })).status).toBe(200);
    const guesses = Array.from({ length: 20 }, (_, n) => change('give', { code: '000000' }, network(n)));
    expect(statusesOf(await Promise.all(guesses))).toEqual({ 400: 5, 429: 15 });
  });

  it('is turned off by an operator, which ends every session, emails the member and writes an audit entry', async () => {
    await setUpApp(api, api.token);
    await api.dueMails();
    await api.operator.resetSecondFactor('utah_teapot', 'Lost the phone');
    expect(await api.statusOf(api.token)).toBe(401);
    expect(await api.subjects()).toEqual(['Two-step verification was reset']);
    expect((await logIn()).status).toBe(200);
    const entry = { action: 'reset-second-factor', actor: { by: 'operator' }, reason: 'Lost the phone' };
    const { entries } = await api.operator.listHistory('utah_teapot', 10);
    expect(entries).toContainEqual(expect.objectContaining(entry));
    await expect(api.operator.resetSecondFactor('utah_teapot', 'Lost')).rejects.toMatchObject({
      code: 'second-factor-off',
    });
  });
});
