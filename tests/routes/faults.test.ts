import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasBody } from '../../functions/contract/endpoint.ts';
import { endpoints } from '../../functions/contract/endpoints.ts';
import { startApi } from '../support/api.ts';
import { registration } from '../support/make.ts';
import { sized } from '../support/sizes.ts';

const SECRET = 'canary-of-the-store-4711';

describe('a fault behind the API', () => {
  it('is told as "Server error" with the request’s id; the cause is in the log alone', async () => {
    const api = await startApi();
    api.ports.members.findByUsername = () => Promise.reject(new Error(SECRET));
    const reply = await api.post('/auth/login', { username: 'utah_teapot', password: 'x' });
    const requestId = reply.headers.get('x-request-id');
    expect(reply.status).toBe(500);
    expect(reply.body).toEqual({ message: 'Server error', requestId });
    const fault = api.reports.find(({ event }) => event === 'fault');
    expect(fault).toMatchObject({ level: 'error', requestId, path: '/api/auth/login' });
    expect(String(fault?.cause)).toContain(SECRET);
  });

  it('closes the guessing limits and opens the reading one', async () => {
    const api = await startApi();
    await api.register();
    api.ports.limits.add = () => Promise.reject(new Error('no table'));
    expect((await api.post('/auth/getSalt', { username: 'utah_teapot' })).status).toBe(200);
    expect(api.reports.some(({ event }) => event === 'limit-open')).toBe(true);
    expect((await api.post('/auth/getSalt', { username: 'nobody' })).status).toBe(500);
    expect((await api.register({ userName: 'bunny', email: 'bunny@example.org' })).status).toBe(500);
  });
});

describe('the log', () => {
  it('has one line for a request, and neither password, salt, token nor address in it', async () => {
    const api = await startApi();
    await api.register();
    const { token } = (await api.signIn()).body;
    await api.get('/userinfo', { token });
    const { uid } = await api.operator.memberOf('utah_teapot');
    const requests = api.reports.filter(({ event }) => event === 'request');
    expect(requests.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
      'POST /api/auth/register 201',
      'POST /api/auth/getSalt 200',
      'POST /api/auth/login 200',
      'GET /api/userinfo 200',
    ]);
    expect(requests.at(-1)).toMatchObject({ uid, requestId: expect.any(String), milliseconds: 0 });
    const { password, salt, email } = registration();
    for (const secret of [password, salt, email, token])
      expect(JSON.stringify(api.reports)).not.toContain(secret);
  });
});

/** Or the account would be deleted in the middle. */
const NOT_THE_PASSWORD = 'a'.repeat(64);

describe('malformed input', () => {
  let api: Awaited<ReturnType<typeof startApi>>;
  let token: string;
  beforeAll(async () => {
    api = await startApi({ report: () => {} });
    await api.register();
    token = (await api.signIn()).body.token;
  });

  const fields = {
    ...registration(),
    ...{
      username: '',
      rememberMe: true,
      code: '',
      encryptedPassword: '',
      old_password: '',
      new_password: '',
    },
    ...{ birth: '', homepage: '', description: '', uid: '', reference: '' },
  };
  const keys = Object.keys(fields);
  const value = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '\u0000',
      '\ud800',
      '__proto__',
      'a@b.org',
      '\r\nBcc: x@y.org',
      '{"$gt":""}',
      'x'.repeat(5000),
    ),
    fc.string({ unit: 'binary' }),
    fc.jsonValue(),
  );
  const body = fc.oneof(
    fc.json().map(String),
    fc.string(),
    fc
      .dictionary(fc.oneof(fc.constantFrom(...keys), fc.string()), value)
      .map((fields) => JSON.stringify(fields)),
    fc.dictionary(fc.constantFrom(...keys), value).map((given) =>
      JSON.stringify({
        ...fields,
        ...registration(),
        username: 'utah_teapot',
        password: NOT_THE_PASSWORD,
        ...given,
      }),
    ),
  );
  const numRuns = sized(150, 20_000);

  it.each(endpoints.filter(hasBody).map((row) => ({ row, ...row })))(
    '$path never falters',
    { timeout: 3_600_000 },
    async ({ method, path, access }) => {
      await fc.assert(
        fc.asyncProperty(body, async (raw) => {
          const reply = await api.call(method, path, undefined, {
            raw,
            token,
            headers: { 'content-type': 'application/json' },
          });
          expect(reply.status).toBeLessThan(500);
          expect(reply.status).not.toBe(401 * Number(access === 'member'));
          expect(JSON.stringify(reply.body)).not.toMatch(/\bat .*\.ts:|node_modules|DynamoDB|Zod/);
        }),
        { numRuns, seed: 20261121 },
      );
    },
  );
});
