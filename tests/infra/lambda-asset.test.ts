import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { envNames, originSecretHeader } from '#shared/deployment';
import { createApiHandler } from '../../functions/handlers/api.ts';
import { argon2PasswordHasher } from '../../functions/platform/passwords.ts';
import { createRuntime } from '../../functions/platform/runtime.ts';
import { functionNames } from '../../functions/platform/time-limits.ts';
import type { BundledFile } from '../../infra/build-functions.ts';
import { projectFolder } from '../../infra/local/settings.ts';
import { apiEnvironment, originSecret } from '../support/api/api-environment.ts';
import { type Asked, apiEvent, jsonEvent } from '../support/api/api-event.ts';
import { hashed, PASSWORD, registration } from '../support/api/make.ts';
import { ARCHIVE_PASSWORD } from '../support/api/make-archive.ts';
import { copyFunction, startFunction } from '../support/product/built-function.ts';
import { freshTable, localAws } from '../support/table/dynamo.ts';

let lambda: Awaited<ReturnType<typeof startFunction>>;
/** The same API outside the bundle. */
let app: ReturnType<typeof createApiHandler>;

beforeAll(async () => {
  const environment = {
    ...apiEnvironment,
    [envNames.tableName]: (await freshTable()).name,
    [envNames.archivePasswordHash]: await argon2PasswordHasher('').hash(ARCHIVE_PASSWORD),
  };
  app = createApiHandler(
    environment,
    createRuntime(() => {}),
  );
  const code = copyFunction('api', mkdtempSync(join(tmpdir(), 'lambda-')));
  lambda = await startFunction(code, 'api', { ...localAws, ...environment });
});
afterAll(() => lambda.stop());

const originHeader = { [originSecretHeader]: originSecret };
const ask = (requested: Asked): Promise<APIGatewayProxyStructuredResultV2> =>
  lambda.call(apiEvent(requested));

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const event = jsonEvent('POST', path, { body });
  const { statusCode, body: text } = await lambda.call({
    ...event,
    headers: { ...event.headers, ...headers },
  });
  return { statusCode, body: JSON.parse(text) };
}

describe('the API’s built folder, outside the project', () => {
  it('runs in the Node of Lambda', () => expect(lambda.version).toMatch(/^v24\./));

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

  const json = { 'content-type': 'application/json' };
  const getSalt = { method: 'POST', path: '/api/auth/getSalt', headers: json };
  const form = (type: string, body: string) => ({
    method: 'POST',
    path: '/api/mail/unsubscribe',
    headers: { 'content-type': type },
    body,
  });
  const part =
    '--LID\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--LID--\r\n';
  it.each<[string, Asked]>([
    [
      'a token of nobody',
      { method: 'GET', path: '/api/userinfo', headers: { authorization: 'Bearer a.b.c' } },
    ],
    ['OPTIONS', { method: 'OPTIONS', path: '/api/auth/login' }],
    ['a body in base64', { ...getSalt, body: btoa('{"username":"utah_teapot"}'), isBase64Encoded: true }],
    ['a body that is too large', { ...getSalt, body: ' '.repeat(16_385) }],
    ['a form', form('application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click')],
    ['a form in parts', form('multipart/form-data; boundary=LID', part)],
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
});

describe('the API’s built folder', () => {
  const files: BundledFile[] = JSON.parse(
    readFileSync(join(projectFolder, 'dist/functions/api.build/files.json'), 'utf8'),
  );
  const sourcesOf = (each: BundledFile[]) => each.flatMap((file) => Object.keys(file.sources));

  it('has nothing of the local start, the tests or the site, and one native file', () => {
    const sources = sourcesOf(files);
    expect(sources).toContain('functions/handlers/api.ts');
    expect(
      sources.filter((path) => !/^(functions|content\/(archive|site\.json)|node_modules)/.test(path)),
    ).toEqual([]);
    const all = readdirSync(lambda.code, { recursive: true }).map(String);
    expect(all.filter((file) => /\.(wasm|node)$/.test(file))).toEqual([
      'node_modules/@node-rs/argon2-linux-x64-gnu/argon2.linux-x64-gnu.node',
    ]);
  });

  it('loads less than 400 KB at the start, in few files', () => {
    const names = new Set(['index.mjs']);
    for (const name of names)
      for (const next of files.find((file) => file.name === name)?.imports ?? []) names.add(next);
    const loaded = files.filter(({ name }) => names.has(name));
    const bytes = loaded.reduce((sum, { name }) => sum + statSync(join(lambda.code, name)).size, 0);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(400_000);
    expect(loaded.length).toBeLessThan(5);
    const countries = (each: BundledFile[]) =>
      sourcesOf(each).filter((path) => path.includes('/i18n-iso-countries/'));
    expect(countries(files)).not.toEqual([]);
    expect(countries(loaded)).toEqual([]);
  });
});

/** Every lazy part too, which is otherwise first read when it is needed. */
it('each function loads from its built folder, outside the project', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'lambda-'));
  const load = functionNames.flatMap((name) => {
    const code = copyFunction(name, outside);
    const modules = readdirSync(code).filter((file) => file.endsWith('.mjs'));
    return [...modules.map((file) => `await import('${join(code, file)}');`), `console.log('${name}');`];
  });
  const script = [...load, 'process.exit();'].join('\n');
  const env = {
    ...localAws,
    ...apiEnvironment,
    // Makes each handler while it is loaded.
    AWS_LAMBDA_FUNCTION_NAME: 'any',
    [envNames.tableName]: 'table',
    [envNames.mailFrom]: 'office@example.org',
  };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: outside,
    env,
  });
  expect(stdout.trim().split('\n')).toEqual([...functionNames]);
});
