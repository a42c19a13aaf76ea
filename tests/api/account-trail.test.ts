import { beforeEach, describe, expect, it } from 'vitest';
import type { AccountAction } from '#shared/audit-choices';
import { listSessions } from '../../functions/account/sessions.ts';
import { logHash } from '../../functions/handlers/operator.ts';
import { formatLogLine } from '../../functions/platform/runtime.ts';
import { auditPrefix } from '../../functions/platform/table/schema.ts';
import { type CallOptions, MAIL_KEY, startApi } from '../support/api/api.ts';
import { hashed, PASSWORD, SALT } from '../support/api/make.ts';
import { addPasskey, beginPasskey, createDevice } from '../support/api/passkey.ts';
import { appCode, setUpApp } from '../support/api/second-factor.ts';

/** Each login and action of an account, with its network and browser, is in the audit log or in the lines of the log. */

const MINUTE = 60_000;
const HOME = '203.0.113.7';
const ELSEWHERE = '198.51.100.66';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const EMAIL = 'teapot@example.org';
const NEW_PASSWORD = 'a bunny on a Cornell box';
const password = hashed(PASSWORD, SALT);

/** The API with its log as lines, each with its time. */
async function start() {
  const lines: string[] = [];
  const api = await startApi({ log: (event) => lines.push(formatLogLine(event, api.time.now)) });
  await api.register();
  await api.dueMails();
  const logged = () => lines.map((line): Record<string, unknown> => JSON.parse(line));
  return { ...api, lines, logged };
}

let api: Awaited<ReturnType<typeof start>>;
beforeEach(async () => {
  api = await start();
});

const from = (address: string): CallOptions => ({ address, headers: { 'user-agent': FIREFOX } });
const elsewhere = from(ELSEWHERE);
const save = (token: string, fields: object) =>
  api.call('PUT', '/userinfo', { username: 'utah_teapot', email: EMAIL, ...fields }, { token, ...elsewhere });
const reset = (email: string, code: string) => api.resetPassword(email, code, NEW_PASSWORD, elsewhere);

describe('a login of an administrator', () => {
  it('makes an audit entry each time, and a warning for a new network', async () => {
    await api.operator.grantAdmin('utah_teapot');
    api.pass(MINUTE);
    for (const address of [ELSEWHERE, ELSEWHERE, HOME]) {
      await api.signIn('utah_teapot', PASSWORD, from(address));
      api.pass(MINUTE);
    }
    const { entries } = await api.operator.listHistory('utah_teapot', 100);
    const signIns = entries.toReversed().filter(({ action }) => action === 'sign-in');
    expect(signIns.map(({ details }) => details['network'])).toEqual([ELSEWHERE, ELSEWHERE, HOME]);
    const warned = api.logged().filter(({ event }) => event === 'administrator-from-new-network');
    expect(warned).toMatchObject([
      { level: 'warn', network: logHash(MAIL_KEY, ELSEWHERE) },
      { level: 'warn', network: logHash(MAIL_KEY, HOME) },
    ]);
  });

  it('fails if the entry cannot be written', async () => {
    await api.operator.grantAdmin('utah_teapot');
    const { call } = api.table;
    api.table.call = (name, input) =>
      JSON.stringify(input).includes(auditPrefix) ? Promise.reject(new Error('no log')) : call(name, input);
    expect((await api.signIn()).status).toBe(500);
    const { uid } = await api.operator.findMember('utah_teapot');
    expect(await listSessions(api.context, uid)).toEqual([]);
  });
});

type Run = (token: string) => Promise<{ status: number }>;
const there = (token: string) => ({ token, ...elsewhere });
const changeFactor = (token: string, action: string, fields: object) =>
  api.post('/user/second-factor', { action, ...fields }, there(token));
const withApp =
  (action: string, fields: (app: Awaited<ReturnType<typeof setUpApp>>) => object): Run =>
  async (token) =>
    changeFactor(token, action, fields(await setUpApp(api, token)));

/** Each from elsewhere. Logins stand above. */
const actions: Record<Exclude<AccountAction, 'sign-in'>, Run> = {
  'export-own-data': (token) => api.get('/user/export', there(token)),
  'end-session': async (token) => {
    await api.signIn();
    const devices = (await api.get('/user/devices', { token })).body.data;
    return api.post('/user/devices', { reference: devices[1].reference }, there(token));
  },
  'end-other-sessions': async (token) => {
    await api.signIn();
    return api.post('/user/devices', {}, there(token));
  },
  'report-sign-in': (token) =>
    api.post('/user/secure-account', { loggedInAt: '2026-03-02T08:00:00.000Z' }, there(token)),
  'change-username': (token) => save(token, { username: 'kettle' }),
  'change-email': (token) => save(token, { email: 'kettle@example.org' }),
  'change-password': (token) => api.changePassword(token, NEW_PASSWORD, elsewhere),
  'add-passkey': async (token) => {
    const response = createDevice().create((await beginPasskey(api, token)).body.data.options);
    return api.post('/user/passkeys', { action: 'finish', response }, there(token));
  },
  'remove-passkey': async (token) => {
    const { id } = await addPasskey(api, token);
    api.pass(1);
    return api.post('/user/passkeys', { action: 'remove', password, id }, there(token));
  },
  'set-up-second-factor': async (token) => {
    const { secret } = (await changeFactor(token, 'begin', { password })).body.data.setup;
    return changeFactor(token, 'finish', { code: appCode(secret, api.time.now) });
  },
  'use-recovery-code': withApp('give', ({ recoveryCodes }) => ({ code: recoveryCodes[0] })),
  'renew-recovery-codes': withApp('renew-recovery-codes', ({ code }) => ({ password, code: code() })),
  'remove-second-factor': withApp('remove', ({ code }) => ({ password, code: code() })),
  'request-password-reset': () => api.post('/auth/forgetPassword', { email: EMAIL }, elsewhere),
  'reset-password': async () => {
    await api.post('/auth/forgetPassword', { email: EMAIL });
    api.pass(1);
    return reset(EMAIL, await api.codeFor(EMAIL));
  },
  'delete-account': (token) => api.deleteAccount(token, 'utah_teapot', elsewhere),
};
const ANONYMOUS = ['request-password-reset', 'reset-password'];

it.each(Object.entries(actions))(
  'the audit entry of %s is written in the same transaction, without a name, and logged too',
  async (action, run) => {
    const token = await api.tokenOf();
    api.pass(MINUTE);
    const { uid } = await api.operator.findMember('utah_teapot');
    const transactions: string[] = [];
    const { call } = api.table;
    api.table.call = (name, input) => {
      if (name === 'TransactWriteItems') transactions.push(JSON.stringify(input));
      return call(name, input);
    };
    expect((await run(token)).status).toBe(200);

    const { entries } = await api.operator.listAudit('2026-03', 1);
    const by = ANONYMOUS.includes(action) ? 'anonymous' : 'member';
    const at = api.time.now.toISOString();
    const where = { network: ELSEWHERE, browser: FIREFOX };
    expect(entries).toMatchObject([{ at, action, about: uid, actor: { by }, details: where }]);
    expect(JSON.stringify(entries)).not.toMatch(/teapot|kettle/);
    const withEntry = transactions.filter((text) => text.includes(`"action":"${action}"`));
    expect(withEntry).toHaveLength(1);
    // An export changes nothing.
    if (action !== 'export-own-data')
      expect(withEntry[0]).toMatch(/"(Update|Delete)":|"RESET"|PASSKEY|"SECOND-FACTOR"/);
    const line =
      action === 'request-password-reset'
        ? { event: 'password-reset', outcome: 'requested' }
        : { event: 'account', action };
    const network = logHash(MAIL_KEY, ELSEWHERE);
    expect(api.logged()).toContainEqual(expect.objectContaining({ ...line, uid, network }));
  },
);
