import { beforeEach, describe, expect, it } from 'vitest';
import { type AccountAction, accountActionNames } from '#shared/audit-choices';
import type { AuditEntry } from '../../functions/audit/audit.ts';
import { logHash } from '../../functions/handlers/operator.ts';
import { formatLogLine } from '../../functions/platform/runtime.ts';
import { auditPrefix } from '../../functions/platform/table/schema.ts';
import { type CallOptions, MAIL_KEY, startApi } from '../support/api/api.ts';
import { hashed, PASSWORD, SALT } from '../support/api/make.ts';
import { addPasskey, beginPasskey, createDevice } from '../support/api/passkey.ts';
import { setUpApp } from '../support/api/second-factor.ts';

/** Who logged in to an account, from where and when, is answered by the audit log and the lines of the log. */

const MINUTE = 60_000;
const HOME = '203.0.113.7';
const ELSEWHERE = '198.51.100.66';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const NEW_PASSWORD = 'a bunny on a Cornell box';

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
const save = (token: string, fields: object, options: CallOptions = {}) =>
  api.call(
    'PUT',
    '/userinfo',
    { username: 'utah_teapot', email: 'teapot@example.org', ...fields },
    { token, ...options },
  );
const reset = (email: string, code: string, options?: CallOptions) =>
  api.resetPassword(email, code, NEW_PASSWORD, options);
const history = async (): Promise<AuditEntry[]> =>
  (await api.operator.listHistory('utah_teapot', 100)).entries.toReversed();
/** Without the logins. */
const changes = async () => (await history()).filter(({ action }) => action !== 'sign-in');
const clockTime = (at: unknown) => String(at).slice(11, 16);

/** A login by somebody who has found out the member's password. */
async function recoverInFlight() {
  await api.signIn('utah_teapot', PASSWORD, from(HOME));
  api.pass(60 * MINUTE);
  for (const guess of ['teapot', 'teapot123', 'utah'])
    await api.signIn('utah_teapot', guess, from(ELSEWHERE));
  api.pass(MINUTE);
  const token: string = (await api.signIn('utah_teapot', PASSWORD, from(ELSEWHERE))).body.token;
  api.pass(MINUTE);
  expect((await save(token, { email: 'mallory@evil.example' }, from(ELSEWHERE))).body.code).toBe(1);
  api.pass(MINUTE);
  await api.post('/auth/forgetPassword', { email: 'mallory@evil.example' }, from(ELSEWHERE));
  const code = await api.codeFor('mallory@evil.example');
  api.pass(MINUTE);
  expect((await reset('mallory@evil.example', code, from(ELSEWHERE))).status).toBe(200);
  api.pass(60 * MINUTE);
  expect((await api.signIn('utah_teapot', PASSWORD, from(HOME))).status).toBe(401);
}

describe('after an account was taken over', () => {
  it('the audit log has each change of the account, with its author, network and time', async () => {
    await recoverInFlight();
    const ok = (await changes()).map(({ at, action, actor, details: { browser, ...details } }) => ({
      what: `${clockTime(at)} ${action} by ${actor.by}`,
      ...details,
      browser,
    }));
    expect(ok).toEqual([
      {
        what: '09:02 change-email by member',
        emailBefore: 'teapot@example.org',
        email: 'mallory@evil.example',
        network: ELSEWHERE,
        browser: FIREFOX,
      },
      {
        what: '09:03 request-password-reset by anonymous',
        network: ELSEWHERE,
        browser: FIREFOX,
      },
      { what: '09:04 reset-password by anonymous', network: ELSEWHERE, browser: FIREFOX },
    ]);
  });

  it('the log has each login with a hash of its network, and each action of that session', async () => {
    await recoverInFlight();
    const { uid } = await api.operator.findMember('utah_teapot');
    const [account, home, elsewhere] = ['utah_teapot', HOME, ELSEWHERE].map((name) =>
      logHash(MAIL_KEY, name),
    );
    const about = api
      .logged()
      .filter((line) => line['event'] !== 'request' && (line['account'] === account || line['uid'] === uid));
    const ok = about.map(({ timestamp, event, outcome, action, network }) =>
      [clockTime(timestamp), event, outcome ?? action, network].join(' '),
    );
    expect(ok).toEqual([
      `08:00 sign-in success ${home}`,
      `09:00 sign-in login-failed ${elsewhere}`,
      `09:00 sign-in login-failed ${elsewhere}`,
      `09:00 sign-in login-failed ${elsewhere}`,
      `09:01 sign-in success ${elsewhere}`,
      `09:02 account change-email ${elsewhere}`,
      `09:03 password-reset requested ${elsewhere}`,
      `09:04 account reset-password ${elsewhere}`,
      `10:04 sign-in login-failed ${home}`,
    ]);

    const session = about.find(({ outcome, network }) => outcome === 'success' && network === elsewhere)?.[
      'session'
    ];
    const calls = api.logged().filter((line) => line['event'] === 'request' && line['session'] === session);
    expect(calls).toMatchObject([{ method: 'PUT', path: '/api/userinfo', uid }]);
    const ofNetwork = api.logged().filter(({ network }) => network === elsewhere);
    expect(ofNetwork.map(({ path, status }) => `${path} ${status}`)).toContain('/api/auth/resetPassword 200');
  });
});

describe('failed logins', () => {
  it('are logged with a hash of the entered username, whether it exists or not', async () => {
    await api.post('/auth/login', { username: 'My Secret Password', password: 'x' }, from(ELSEWHERE));
    expect(api.logged()).toContainEqual(
      expect.objectContaining({
        event: 'sign-in',
        outcome: 'login-failed',
        account: logHash(MAIL_KEY, 'my secret password'),
        network: logHash(MAIL_KEY, ELSEWHERE),
      }),
    );
    expect(api.lines.join('\n')).not.toMatch(/my secret/i);
  });

  it('are logged when there are too many', async () => {
    for (let n = 0; n < 6; n += 1) await api.signIn('utah_teapot', 'wrong', from(ELSEWHERE));
    const outcomes = api.logged().flatMap(({ event, outcome }) => (event === 'sign-in' ? [outcome] : []));
    expect(outcomes).toEqual([...Array(5).fill('login-failed'), 'too-many-attempts']);
  });

  it('with a reset code are logged alike for an unknown address', async () => {
    for (const email of ['teapot@example.org', 'nobody@example.org'])
      await reset(email, '00000000', from(ELSEWHERE));
    const resets = api.logged().filter(({ event }) => event === 'password-reset');
    expect(resets).toMatchObject(
      ['teapot@example.org', 'nobody@example.org'].map((email) => ({
        outcome: 'code-invalid',
        address: logHash(MAIL_KEY, email),
        network: logHash(MAIL_KEY, ELSEWHERE),
      })),
    );
  });
});

describe('a login of an administrator', () => {
  it('makes an audit entry each time, and a warning for a new network', async () => {
    await api.operator.grantAdmin('utah_teapot');
    api.pass(MINUTE);
    for (const address of [ELSEWHERE, ELSEWHERE, HOME]) {
      await api.signIn('utah_teapot', PASSWORD, from(address));
      api.pass(MINUTE);
    }
    const signIns = (await history()).filter(({ action }) => action === 'sign-in');
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
    expect(await api.deps.sessions.listSessions(uid)).toEqual([]);
  });
});

/** In an order in which each is possible. */
const actions: [action: AccountAction, run: (token: string) => Promise<{ status: number }>][] = [
  ['export-own-data', (token) => api.get('/user/export', { token, ...from(ELSEWHERE) })],
  [
    'end-session',
    async (token) => {
      await api.signIn();
      const devices = (await api.get('/user/devices', { token })).body.data;
      const reference = devices.find(({ current }: { current: boolean }) => !current).reference;
      return api.post('/user/devices', { reference }, { token, ...from(ELSEWHERE) });
    },
  ],
  [
    'end-other-sessions',
    async (token) => {
      await api.signIn();
      return api.post('/user/devices', {}, { token, ...from(ELSEWHERE) });
    },
  ],
  [
    'report-sign-in',
    (token) =>
      api.post(
        '/user/secure-account',
        { loggedInAt: '2026-03-02T08:00:00.000Z' },
        { token, ...from(ELSEWHERE) },
      ),
  ],
  ['change-username', (token) => save(token, { username: 'kettle' }, from(ELSEWHERE))],
  ['change-email', (token) => save(token, { email: 'kettle@example.org' }, from(ELSEWHERE))],
  ['change-password', (token) => api.changePassword(token, NEW_PASSWORD, from(ELSEWHERE))],
  [
    'add-passkey',
    async (token) => {
      const { options } = (await beginPasskey(api, token)).body.data;
      const response = createDevice().create(options);
      return api.post('/user/passkeys', { action: 'finish', response }, { token, ...from(ELSEWHERE) });
    },
  ],
  [
    'remove-passkey',
    async (token) => {
      const { id } = await addPasskey(api, token);
      api.pass(1);
      const password = hashed(PASSWORD, SALT);
      return api.post('/user/passkeys', { action: 'remove', password, id }, { token, ...from(ELSEWHERE) });
    },
  ],
  [
    'request-password-reset',
    () => api.post('/auth/forgetPassword', { email: 'teapot@example.org' }, from(ELSEWHERE)),
  ],
  [
    'reset-password',
    async () => {
      await api.post('/auth/forgetPassword', { email: 'teapot@example.org' });
      api.pass(1);
      return reset('teapot@example.org', await api.codeFor('teapot@example.org'), from(ELSEWHERE));
    },
  ],
  ['delete-account', (token) => api.deleteAccount(token, 'utah_teapot', from(ELSEWHERE))],
];

/** The other actions have their own tests: above, and for the second factor below. */
const OTHERS = [
  'sign-in',
  'set-up-second-factor',
  'renew-recovery-codes',
  'use-recovery-code',
  'remove-second-factor',
];

describe('the audit entry of an action', () => {
  it.each(actions)('on %s is written in the same transaction, and logged too', async (action, run) => {
    const token: string = (await api.signIn()).body.token;
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
    expect(entries).toMatchObject([
      {
        action,
        about: uid,
        actor: { by: action.endsWith('reset') || action === 'reset-password' ? 'anonymous' : 'member' },
        details: { network: ELSEWHERE, browser: FIREFOX },
      },
    ]);
    const withEntry = transactions.filter((text) => text.includes(`"action":"${action}"`));
    expect(withEntry).toHaveLength(1);
    // An export changes nothing.
    if (action !== 'export-own-data') expect(withEntry[0]).toMatch(/"(Update|Delete)":|"RESET"|PASSKEY/);
    const line =
      action === 'request-password-reset'
        ? { event: 'password-reset', outcome: 'requested' }
        : { event: 'account', action };
    const network = logHash(MAIL_KEY, ELSEWHERE);
    expect(api.logged()).toContainEqual(expect.objectContaining({ ...line, uid, network }));
  });

  it('on the second factor has the member as its author, and is logged too', async () => {
    const token: string = (await api.signIn()).body.token;
    const { uid } = await api.operator.findMember('utah_teapot');
    const { recoveryCodes, code } = await setUpApp(api, token);
    const password = hashed(PASSWORD, SALT);
    const change = async (action: string, body: object) => {
      expect((await api.post('/user/second-factor', { action, ...body }, { token })).status).toBe(200);
      api.pass(MINUTE);
    };
    await change('give', { code: recoveryCodes[0] });
    await change('renew-recovery-codes', { password, code: code() });
    await change('remove', { password, code: code() });
    const expected = [
      'set-up-second-factor',
      'use-recovery-code',
      'renew-recovery-codes',
      'remove-second-factor',
    ];
    expect(await changes()).toMatchObject(
      expected.map((action) => ({ action, actor: { by: 'member' }, details: { network: HOME } })),
    );
    expect(api.logged().filter(({ event }) => event === 'account')).toMatchObject(
      expected.map((action) => ({ action, uid, by: 'member', network: logHash(MAIL_KEY, HOME) })),
    );
  });

  it('on a new username has both names in the member’s history, and neither in the log', async () => {
    const token: string = (await api.signIn()).body.token;
    api.pass(MINUTE);
    await save(token, { username: 'kettle' });
    const [own] = (await api.operator.listHistory('kettle', 1)).entries;
    expect(own?.details).toMatchObject({ usernameBefore: 'utah_teapot', username: 'kettle' });
    const [logged] = (await api.operator.listAudit('2026-03', 1)).entries;
    expect(logged).toMatchObject({ id: own?.id, action: 'change-username' });
    expect(JSON.stringify(logged)).not.toMatch(/utah_teapot|kettle/);
  });

  it('is not written for a rejected action', async () => {
    await api.register({ userName: 'bunny', email: 'bunny@example.org' });
    const token: string = (await api.signIn()).body.token;
    await save(token, { email: 'bunny@example.org' });
    await save(token, { username: 'bunny' });
    await reset('teapot@example.org', '00000000');
    await api.post('/user/devices', {}, { token });
    expect(await changes()).toEqual([]);
  });

  it('on a deletion stays, while all rows of the member are deleted', async () => {
    const token: string = (await api.signIn()).body.token;
    const { uid } = await api.operator.findMember('utah_teapot');
    await api.get('/user/export', { token });
    await api.deleteAccount(token);
    expect((await api.deps.audit.listForMember(uid, 10)).entries).toEqual([]);
    const { entries } = await api.operator.listAudit('2026-03', 10);
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['delete-account', 'export-own-data']);
    expect(JSON.stringify(entries)).not.toContain('teapot');
  });

  it('is tested for every action of an account', () => {
    expect([...actions.map(([action]) => action), ...OTHERS].toSorted()).toEqual(
      Object.keys(accountActionNames).toSorted(),
    );
  });
});
