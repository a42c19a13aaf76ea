import { decodeJwt } from 'jose';
import { beforeAll, expect, it } from 'vitest';
import { formatLogLine } from '../../functions/platform/runtime.ts';
import { startApi } from '../support/api/api.ts';
import { hashed, PASSWORD, SALT } from '../support/api/make.ts';
import { setUpApp } from '../support/api/second-factor.ts';
import { allRows } from '../support/table/dynamo.ts';

/** Secrets that must be in no line of the log, whatever is called and whatever fails. */
const secrets = new Map<string, string>();
const lines: string[] = [];
/** The keys of counters, which outlive an account. */
const counters: string[] = [];

const secretsIn = (texts: string[]) => {
  const text = texts.join('\n');
  return [...secrets].filter(([, secret]) => text.includes(secret)).map(([name]) => name);
};

const MINUTE = 60_000;
const NEW_PASSWORD = 'canary-password-of-a-bunny';
const NEW_SALT = 'canary-salt-0123456789';
const TYPED_FOR_USERNAME = 'Canary-Typed-Password-4711';
const EMAIL = 'canary-teapot@example.org';
const NEW_EMAIL = 'canary-kettle@example.org';

beforeAll(async () => {
  const api = await startApi({ log: (event) => lines.push(formatLogLine(event, api.time.now)) });
  const from = { address: '198.51.100.66' };
  await api.register({ email: EMAIL });
  const welcome = await api.codeFor(EMAIL);
  const { uid, passwordHash, paymentReference } = await api.operator.findMember('utah_teapot');
  await api.operator.grantAdmin('utah_teapot');

  await api.post('/auth/login', { username: TYPED_FOR_USERNAME, password: hashed(PASSWORD, SALT) }, from);
  await api.post('/auth/getSalt', { username: TYPED_FOR_USERNAME }, from);
  await api.signIn('utah_teapot', 'canary-wrong-guess', from);
  const token: string = (await api.signIn()).body.token;
  await api.get(`/admin/members?search=${EMAIL}`, { token });
  await api.get(`/nothing/${EMAIL}?token=${token}`, { token });
  await api.post('/user/email-verification', { action: 'confirm', code: '00000001' }, { token });
  await api.get('/user/export', { token });
  await api.post('/membership/confirm-payment', {}, { token });
  const card = (await api.post('/membership/card', { action: 'create' }, { token })).body;
  const cardToken = new URL(card.data.address).hash.slice(1);
  expect((await api.post('/membership/proof', { token: cardToken })).status).toBe(200);
  const app = await setUpApp(api, token);
  const [recovery = ''] = app.recoveryCodes;
  const appCode = app.code();
  for (const secondFactor of [recovery, appCode])
    expect((await api.signIn('utah_teapot', PASSWORD, { secondFactor })).status).toBe(200);

  const change = { username: 'utah_teapot', email: NEW_EMAIL };
  expect((await api.call('PUT', '/userinfo', change, { token })).body.code).toBe(1);
  const proof = await api.codeFor(NEW_EMAIL);
  await api.post('/auth/forgetPassword', { email: NEW_EMAIL }, from);
  const code = await api.codeFor(NEW_EMAIL);
  const reset = (digits: string) =>
    api.post(
      '/auth/resetPassword',
      { email: NEW_EMAIL, code: digits, salt: NEW_SALT, encryptedPassword: hashed(NEW_PASSWORD, NEW_SALT) },
      from,
    );
  expect((await reset('00000002')).status).toBe(400);
  expect((await reset(code)).status).toBe(200);

  // Errors log their causes: the table rejects each call once.
  const { call } = api.table;
  for (let broken = 1; broken <= 8; broken += 1) {
    api.pass(20 * MINUTE);
    let calls = 0;
    api.table.call = (name, input) => {
      calls += 1;
      return calls === broken
        ? Promise.reject(new Error(`The table refused call ${broken}`))
        : call(name, input);
    };
    await api.signIn('utah_teapot', NEW_PASSWORD, { secondFactor: app.code() });
    calls = 0;
    await api.post('/auth/forgetPassword', { email: NEW_EMAIL });
    calls = 0;
    await api.post('/auth/login', { username: TYPED_FOR_USERNAME, password: hashed(NEW_PASSWORD, NEW_SALT) });
    api.table.call = call;
  }
  expect(lines.some((line) => line.includes('The table refused call'))).toBe(true);

  const rows = await allRows(api.table);
  counters.push(...rows.map(({ pk }) => String(pk)).filter((pk) => pk.startsWith('LIMIT#')));
  const after = await api.operator.findMember('utah_teapot');
  const { jti = '' } = decodeJwt(token);
  const named = {
    password: PASSWORD,
    'new password': NEW_PASSWORD,
    'password on the wire': hashed(PASSWORD, SALT),
    'new password on the wire': hashed(NEW_PASSWORD, NEW_SALT),
    'wrong password on the wire': hashed('canary-wrong-guess', SALT),
    'password hash': passwordHash,
    'new password hash': after.passwordHash,
    salt: SALT,
    'new salt': NEW_SALT,
    'typed username': TYPED_FOR_USERNAME,
    'typed username, canonical': TYPED_FOR_USERNAME.toLowerCase(),
    username: 'utah_teapot',
    address: EMAIL,
    'new address': NEW_EMAIL,
    'verification code': welcome,
    'verification code of the new address': proof,
    'reset code': code,
    'second factor secret': app.secret,
    'second factor code': appCode,
    'recovery code': recovery,
    'recovery code, bare': recovery.replaceAll('-', ''),
    token,
    'session id': jti,
    'payment reference': paymentReference,
    'card token': cardToken,
    network: '203.0.113.7',
    'another network': from.address,
  };
  for (const [name, secret] of Object.entries(named)) secrets.set(name, secret);
  expect(lines.some((line) => line.includes(uid))).toBe(true);
  for (const digits of [welcome, proof, code]) expect(digits).toMatch(/^\d{8}$/);
});

it('logs no secret and no personal data', () => {
  expect(lines.length).toBeGreaterThan(50);
  for (const secret of secrets.values()) expect(secret.length).toBeGreaterThanOrEqual(6);
  expect(secretsIn(lines)).toEqual([]);
});

it('names nobody in the keys of counters', () => {
  expect(counters.length).toBeGreaterThan(5);
  expect(secretsIn(counters)).toEqual([]);
});
