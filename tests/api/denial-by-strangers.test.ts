import { beforeEach, describe, expect, it, vi } from 'vitest';
import { limitRules } from '../../functions/limits/limits.ts';
import { type CallOptions, network } from '../support/api/api.ts';
import { PASSWORD } from '../support/api/make.ts';
import { startRegistered } from '../support/api/signed-in.ts';

const HOUR = 3_600_000;

let api: Awaited<ReturnType<typeof startRegistered>>;
beforeEach(async () => {
  api = await startRegistered();
});

const NEW_PASSWORD = 'a bunny on a Cornell box';

const own: CallOptions = { address: '192.0.2.1' };
const fail = (username: string, from: CallOptions) =>
  api.post('/auth/login', { username, password: 'f'.repeat(64) }, from);

/** A hundred wrong passwords, of which the last ones are sent. */
async function storm(username: string): Promise<void> {
  await api.count(limitRules.accountFailures, username, 97);
  for (let n = 0; n < 3; n += 1) expect((await fail(username, network(n))).status).toBe(401);
}

describe('many failed logins to one account', () => {
  const guarded = {
    error: 'account-guarded',
    message:
      'Too many failed logins to this account. Use Forgot password to set a new password, or try again later.',
    retryAfterSeconds: 16 * 3600,
  };

  it('close the account until the end of the day, with a hint, but not to a network from which the member has logged in; unknown usernames get the same reply', async () => {
    await api.signIn('utah_teapot', PASSWORD, own);
    await storm('utah_teapot');
    await storm('nobody');
    const refused = await api.signIn('utah_teapot', PASSWORD, network(99));
    expect([refused.status, refused.body]).toEqual([429, guarded]);
    expect((await fail('nobody', network(99))).body).toEqual(guarded);
    for (let n = 0; n < 2; n += 1) expect((await fail('utah_teapot', own)).status).toBe(401);
    expect((await api.signIn('utah_teapot', PASSWORD, own)).status).toBe(200);
    api.pass(16 * HOUR);
    expect((await api.signIn('utah_teapot', PASSWORD, network(99))).status).toBe(200);
  });

  it('end with a new password, by a reset or a change, and the network of a reset stays open the next time', async () => {
    await storm('utah_teapot');
    await api.post('/auth/forgetPassword', { email: 'teapot@example.org' }, own);
    const code = await api.codeFor('teapot@example.org');
    expect((await api.resetPassword('teapot@example.org', code, PASSWORD, own)).status).toBe(200);
    expect((await api.signIn('utah_teapot', PASSWORD, network(99))).status).toBe(200);
    await storm('utah_teapot');
    const { token } = (await api.signIn('utah_teapot', PASSWORD, own)).body;
    expect((await api.changePassword(token, NEW_PASSWORD, own)).status).toBe(200);
    expect((await api.signIn('utah_teapot', NEW_PASSWORD, network(98))).status).toBe(200);
  });
});

describe('failed logins to many accounts', () => {
  it('are stopped after a hundred an hour from one network, before anything is hashed', async () => {
    await api.register({ userName: 'bunny', email: 'bunny@example.org' });
    await api.signIn('bunny', PASSWORD, network(1));
    const verifyDummy = vi.spyOn(api.context.passwords, 'verifyDummy');
    await api.count(limitRules.tries, ['sign-in', '198.51.0.1'], 98);
    const replies = [];
    for (let n = 0; n < 4; n += 1) replies.push(await fail(`member${n}`, network(1)));
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 429, 429]);
    expect(verifyDummy).toHaveBeenCalledTimes(2);
    const right = await api.signIn('utah_teapot', PASSWORD, network(1));
    expect([right.status, right.body]).toEqual([429, replies.at(-1)?.body]);
    expect((await api.signIn('utah_teapot', PASSWORD, network(2))).status).toBe(200);
    // Who has logged in from there before still can.
    expect((await api.signIn('bunny', PASSWORD, network(1))).status).toBe(200);
    api.pass(HOUR);
    expect((await api.signIn('utah_teapot', PASSWORD, network(1))).status).toBe(200);
  });
});

it('no two limits share a name, and so a counter', () => {
  const names = Object.values(limitRules).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
