import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { envNames, originSecretHeader } from '#shared/deployment';
import { createApiHandler } from '../../functions/handlers/api.ts';
import { createOperator } from '../../functions/handlers/operator.ts';
import { argon2PasswordHasher } from '../../functions/platform/passwords.ts';
import { createRuntime } from '../../functions/platform/runtime.ts';
import type { BundledFile } from '../../infra/build-functions.ts';
import { apiEnvironment, originSecret } from '../support/api/api-environment.ts';
import { type Asked, apiEvent } from '../support/api/api-event.ts';
import { WEBHOOK_SECRET } from '../support/api/checkout.ts';
import { hashed, PASSWORD, registration } from '../support/api/make.ts';
import { ARCHIVE_PASSWORD } from '../support/api/make-archive.ts';
import { createDevice } from '../support/api/passkey.ts';
import { startFunction } from '../support/product/built-function.ts';
import { freshTable, localAws } from '../support/table/dynamo.ts';

const silent = createRuntime(() => {});

let lambda: Awaited<ReturnType<typeof startFunction>>;
/** The same API outside the bundle. */
let app: ReturnType<typeof createApiHandler>;
let operator: ReturnType<typeof createOperator>;

beforeAll(async () => {
  const environment = {
    ...apiEnvironment,
    [envNames.tableName]: (await freshTable()).name,
    [envNames.archivePasswordHash]: await argon2PasswordHasher('').hash(ARCHIVE_PASSWORD),
  };
  app = createApiHandler(environment, silent);
  operator = createOperator(environment, silent);
  const outside = mkdtempSync(join(tmpdir(), 'lambda-'));
  lambda = await startFunction('api', outside, { ...localAws, ...environment });
  expect(lambda.version).toMatch(/^v24\./);
});

afterAll(() => lambda.stop());

const originHeader = { [originSecretHeader]: originSecret };
const ask = (requested: Asked): Promise<APIGatewayProxyStructuredResultV2> =>
  lambda.call(apiEvent(requested));

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const { statusCode, body: text = '' } = await ask({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { statusCode, body: JSON.parse(text) };
}

/** Logs in as "teapot", once it is registered. */
async function signIn() {
  const { body: known } = await post('/api/auth/getSalt', { username: 'utah_teapot' });
  const password = hashed(PASSWORD, known.salt);
  const { body } = await post('/api/auth/login', { username: 'utah_teapot', password });
  return { authorization: `Bearer ${body.token}` };
}

describe('the API’s built folder, outside the project', () => {
  it('registers a member and logs them in, including the password hash', async () => {
    const fresh = await post('/api/auth/genSalt', { username: 'utah_teapot' });
    expect(fresh).toMatchObject({ statusCode: 200, body: { salt: expect.any(String) } });
    const { salt } = fresh.body;
    expect(await post('/api/auth/register', registration({ salt }))).toEqual({
      statusCode: 201,
      body: { message: 'Registration successful!' },
    });

    const known = await post('/api/auth/getSalt', { username: 'utah_teapot' });
    expect(known).toEqual({ statusCode: 200, body: { salt } });
    const login = (password: string) =>
      post('/api/auth/login', { username: 'utah_teapot', password: hashed(password, salt) });
    expect(await login('not it')).toMatchObject({ statusCode: 401 });
    expect(await login(PASSWORD)).toEqual({
      statusCode: 200,
      body: { token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]{43}$/) },
    });
  });

  it('adds a passkey and logs in with it', async () => {
    const headers = await signIn();
    const device = createDevice();
    const salt = (await post('/api/auth/getSalt', { username: 'utah_teapot' })).body.salt;
    const begin = { action: 'begin', password: hashed(PASSWORD, salt) };
    const { options } = (await post('/api/user/passkeys', begin, headers)).body.data;
    const finish = { action: 'finish', response: device.create(options) };
    expect(await post('/api/user/passkeys', finish, headers)).toMatchObject({ statusCode: 200 });
    const asked = await post('/api/auth/passkey', { action: 'begin' });
    const answer = { action: 'finish', response: device.use(asked.body.options) };
    expect(await post('/api/auth/passkey', answer)).toEqual({
      statusCode: 200,
      body: { token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]{43}$/) },
    });
  });

  it('opens the archive and signs links to its documents', async () => {
    const { body } = await post('/api/gmp/verify-password', { password: ARCHIVE_PASSWORD });
    expect(body).toEqual({ code: 1, token: expect.any(String) });
    const headers = { authorization: `Bearer ${body.token}` };
    const { data } = JSON.parse((await ask({ method: 'GET', path: '/api/gmp/archive', headers })).body ?? '');
    expect(data.papers[0].links[0].url).toMatch(/^https:/);
    const own = data.meetings[0].links[0].url;
    expect(own).toMatch(/^https:\/\/files\.s3\.[\w.-]+\/archive\/[\w-]+\.pdf\?.*X-Amz-Expires=600&/);
  });

  it('calls the payment provider and verifies webhooks', async () => {
    const confirmed = await post('/api/membership/confirm-payment', {}, await signIn());
    expect(confirmed).toMatchObject({
      statusCode: 200,
      body: { success: false, message: expect.stringMatching(/^Can't connect to the payment service/) },
    });

    const text = JSON.stringify({ id: 'evt_1', type: 'payout.paid', object: 'event' });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: text, secret: WEBHOOK_SECRET });
    const tell = (headers: Record<string, string>) =>
      ask({
        method: 'POST',
        path: '/api/payments/webhook',
        headers: { 'content-type': 'application/json', ...headers },
        body: btoa(text),
        isBase64Encoded: true,
      });
    expect(await tell({ 'stripe-signature': signature })).toMatchObject({ statusCode: 200 });
    expect(await tell({ 'stripe-signature': `${signature}0` })).toMatchObject({ statusCode: 400 });
  });

  it('shows an administrator the preview of a campaign', async () => {
    await operator.grantAdmin('utah_teapot');
    const message = {
      subject: 'Dear {{firstName|colleague}}',
      content: '<p onclick="steal()">Tea is served</p>',
      recipients: [],
    };
    const { statusCode, body } = await post('/api/admin/preview-campaign', message, await signIn());
    expect(statusCode).toBe(200);
    expect(body.data.html).toContain('<p>Tea is served</p>');
    expect(body.data.text).toContain('Tea is served');
  });

  const json = { 'content-type': 'application/json' };
  const getSalt = { method: 'POST', path: '/api/auth/getSalt' };
  const unsubscribe = { method: 'POST', path: '/api/mail/unsubscribe' };
  const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };
  const parts = (boundary: string) => ({ 'content-type': `multipart/form-data; boundary=${boundary}` });
  const part = (boundary: string) =>
    [
      `--${boundary}`,
      'Content-Disposition: form-data; name="List-Unsubscribe"',
      '',
      'One-Click',
      `--${boundary}--`,
      '',
    ].join('\r\n');
  it.each<[string, Asked]>([
    ['a call without a token', { method: 'GET', path: '/api/userinfo' }],
    [
      'a token of nobody',
      { method: 'GET', path: '/api/userinfo', headers: { authorization: 'Bearer a.b.c' } },
    ],
    ['OPTIONS', { method: 'OPTIONS', path: '/api/auth/login' }],
    ['a known name', { ...getSalt, headers: json, body: '{"username":"utah_teapot"}' }],
    [
      'a body in base64',
      { ...getSalt, headers: json, body: btoa('{"username":"utah_teapot"}'), isBase64Encoded: true },
    ],
    ['no body', { ...getSalt, headers: json }],
    ['broken JSON', { ...getSalt, headers: json, body: '{' }],
    ['a body that is too large', { ...getSalt, headers: json, body: ' '.repeat(16_385) }],
    ['a form', { ...unsubscribe, headers: urlencoded, body: 'List-Unsubscribe=One-Click' }],
    ['a form in parts', { ...unsubscribe, headers: parts('LID'), body: part('LID') }],
    ['a form in parts with another boundary', { ...unsubscribe, headers: parts('LID'), body: part('SPOUT') }],
    ['another site', { ...getSalt, headers: { 'sec-fetch-site': 'cross-site' } }],
  ])('answers %s as the API does outside the bundle', async (_what, requested) => {
    const { method, path, headers = {}, body, isBase64Encoded } = requested;
    const request = new Request(`https://a1b2c3.example${path}`, {
      method,
      headers: { ...originHeader, ...headers },
      ...(body !== undefined && { body: isBase64Encoded ? atob(body) : body }),
    });
    const expected = await app.fetch(request);
    const got = await ask(requested);
    const comparable = (fields: Iterable<[string, unknown]>) =>
      Object.fromEntries([...fields].filter(([name]) => !['x-request-id', 'content-length'].includes(name)));
    expect(got.statusCode).toBe(expected.status);
    expect(comparable(Object.entries(got.headers ?? {}))).toEqual(comparable(expected.headers));
    expect(got.body ?? '').toBe(await expected.text());
  });

  it('gives its reply the gateway’s request id', async () => {
    const reply = await ask({ method: 'GET', path: '/api/userinfo' });
    expect(reply.headers?.['x-request-id']).toBe('r1');
  });

  it('rejects callers who bypass the CDN', async () => {
    const reply = await post('/api/auth/genSalt', { username: 'lin' }, { [originSecretHeader]: 'guess' });
    expect(reply.statusCode).toBe(403);
  });
});

describe('the API’s built folder', () => {
  const bundledFiles = (): BundledFile[] =>
    JSON.parse(readFileSync(join(`${lambda.code}.build`, 'files.json'), 'utf8'));
  const sourcesOf = (files: BundledFile[]) => files.flatMap(({ sources }) => Object.keys(sources));

  /** Everything that Node reads before the first call. */
  function loadedAtStart(): BundledFile[] {
    const files = new Map(bundledFiles().map((file) => [file.name, file]));
    const seen = new Set(['index.mjs']);
    for (const name of seen) for (const next of files.get(name)?.imports ?? []) seen.add(next);
    return [...seen].flatMap((name) => files.get(name) ?? []);
  }

  it('has the function, its lazy parts and one native file', () => {
    const files = readdirSync(lambda.code, { recursive: true }).map(String);
    expect(files).toContain('index.mjs');
    expect(files.filter((file) => /\.(wasm|node)$/.test(file))).toEqual([
      'node_modules/@node-rs/argon2-linux-x64-gnu/argon2.linux-x64-gnu.node',
    ]);
    const packages = readdirSync(join(lambda.code, 'node_modules/@node-rs'));
    expect(packages.sort()).toEqual(['argon2', 'argon2-linux-x64-gnu']);
  });

  it('has nothing of the local start, the tests or the site', () => {
    const inputs = sourcesOf(bundledFiles());
    expect(inputs).toContain('functions/handlers/api.ts');
    expect(
      inputs.filter((path) => !/^(functions|content\/(archive|site\.json)|node_modules)/.test(path)),
    ).toEqual([]);
  });

  it('loads less than 400 KB at the start, in few files', () => {
    const files = loadedAtStart();
    const bytes = files.reduce((sum, { name }) => sum + statSync(join(lambda.code, name)).size, 0);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(400_000);
    expect(files.length).toBeLessThan(5);
    const countries = (each: BundledFile[]) =>
      sourcesOf(each).filter((path) => path.includes('/i18n-iso-countries/'));
    expect(countries(bundledFiles())).not.toEqual([]);
    expect(countries(files)).toEqual([]);
  });
});
