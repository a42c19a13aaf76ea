import { describe, expect, it } from 'vitest';
import { originSecretHeader, viewerAddressHeader } from '#shared/deployment';
import { errorMessages } from '#shared/errors';
import { BODY_LIMIT_BYTES, type Endpoint, hasBody } from '../../functions/contract/endpoint.ts';
import { endpoints } from '../../functions/contract/endpoints.ts';
import type { Reply } from '../support/api/api.ts';
import { startAdministered } from '../support/api/signed-in.ts';

const api = await startAdministered();

const rows: Endpoint[] = [...endpoints];
const withBody = rows.filter((row) => hasBody(row) && row.encoding === undefined);
const forms = rows.filter(({ encoding }) => encoding !== undefined);

function expectEnvelope({ status, headers, body }: Reply): void {
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{16,}$/);
  expect(headers.get('set-cookie')).toBeNull();
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(body).toBeTypeOf('object');
  if (status >= 400) expect(Object.keys(errorMessages)).toContain(body.error);
}

it.each(rows)('$method $path answers with an envelope', async ({ method, path }) => {
  const reply = await api.call(method, path, method === 'GET' ? undefined : {});
  expect(reply.status).not.toBe(404);
  expect(reply.status).toBeLessThan(500);
  expectEnvelope(reply);
});

it.each(rows)('$path rejects other methods with 405', async ({ method, path }) => {
  for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((m) => m !== method)) {
    if (rows.some((row) => row.path === path && row.method === other)) continue;
    const reply = await api.call(other, path);
    expect({ other, status: reply.status }).toEqual({ other, status: 405 });
    expect(reply.headers.get('allow')).toContain(method);
    expectEnvelope(reply);
  }
});

describe('the access to a call', () => {
  it.each(rows)('$method $path rejects a caller who bypasses the CDN', async ({ method, path }) => {
    const headers = { [originSecretHeader]: 'guessed' };
    expect((await api.call(method, path, undefined, { headers })).status).toBe(403);
  });

  it.each(rows)('$method $path rejects pages of other sites', async ({ method, path }) => {
    const reply = await api.call(method, path, undefined, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(reply.status).toBe(403);
  });

  it.each([
    ['without the origin secret', '', 'missing'],
    ['with another origin secret', 'guess', 'wrong'],
  ])('%s is logged without an address that the caller wrote', async (_, secret, expected) => {
    api.reports.length = 0;
    const headers = { [viewerAddressHeader]: '203.0.113.77', [originSecretHeader]: secret };
    await api.get('/userinfo', { headers });
    const network = api.context.keyedHash.hashForLog('unknown');
    const line = { event: 'request-past-cdn', level: 'warn', originSecret: expected, network };
    expect(api.reports).toMatchObject([line]);
  });
});

const form = 'multipart/form-data; boundary=x';
const otherTypes = (isForm: boolean) =>
  isForm
    ? ['application/json', 'text/plain', '']
    : ['text/plain', 'application/x-www-form-urlencoded', form, ''];

it.each([...withBody, ...forms])(
  '$path rejects any other type with 415',
  async ({ method, path, encoding }) => {
    for (const type of otherTypes(encoding !== undefined)) {
      const reply = await api.call(method, path, {}, { token: api.token, headers: { 'content-type': type } });
      expect({ type, status: reply.status }).toEqual({ type, status: 415 });
      expectEnvelope(reply);
    }
  },
);

it.each(withBody)(
  '$path accepts its size limit and rejects one byte more with 413',
  async ({ method, path, bodyLimitBytes = BODY_LIMIT_BYTES }) => {
    const send = async (bytes: number) => {
      const headers = { 'content-type': 'application/json' };
      const options = { raw: `[${' '.repeat(bytes - 2)}]`, token: api.token, headers };
      return (await api.call(method, path, undefined, options)).status;
    };
    expect(await send(bodyLimitBytes)).toBe(400);
    expect(await send(bodyLimitBytes + 1)).toBe(413);
  },
);
