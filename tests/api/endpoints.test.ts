import { beforeAll, describe, expect, it } from 'vitest';
import { originSecretHeader, viewerAddressHeader } from '#shared/deployment';
import { errorMessages } from '#shared/errors';
import { BODY_LIMIT_BYTES, type Endpoint, hasBody } from '../../functions/contract/endpoint.ts';
import { endpoints } from '../../functions/contract/endpoints.ts';
import { startAdministered } from '../support/api/signed-in.ts';

let api: Awaited<ReturnType<typeof startAdministered>>;
beforeAll(async () => {
  api = await startAdministered();
});

const rows: Endpoint[] = [...endpoints];
const withBody = rows.filter((row) => hasBody(row) && row.encoding === undefined);

it.each(rows)('$method $path answers with an envelope', async ({ method, path }) => {
  const { status, headers, body } = await api.call(method, path, method === 'GET' ? undefined : {});
  expect(status).not.toBe(404);
  expect(status).toBeLessThan(500);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{16,}$/);
  expect(headers.get('set-cookie')).toBeNull();
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(body).toBeTypeOf('object');
  if (status >= 400) expect(Object.keys(errorMessages)).toContain(body.error);
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
    const network = api.deps.keyedHash.hashForLog('unknown');
    const line = { event: 'request-past-cdn', level: 'warn', originSecret: expected, network };
    expect(api.reports).toMatchObject([line]);
  });
});

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
