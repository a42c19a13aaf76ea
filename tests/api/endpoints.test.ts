import { beforeAll, describe, expect, it } from 'vitest';
import { originSecretHeader } from '#shared/deployment';
import { errorMessages } from '#shared/errors';
import { BODY_LIMIT_BYTES, hasBody } from '../../functions/contract/endpoint.ts';
import { endpoints } from '../../functions/contract/endpoints.ts';
import type { Reply } from '../support/api/api.ts';
import { calls, fieldsOf } from '../support/api/calls.ts';
import { startAdministered } from '../support/api/signed-in.ts';

let api: Awaited<ReturnType<typeof startAdministered>>;
let token: string;
beforeAll(async () => {
  api = await startAdministered();
  ({ token } = api);
});

const rows = endpoints.map((row) => ({ ...row, row, hasBody: hasBody(row) }));
const withBody = rows.filter(({ row, hasBody }) => hasBody && row.encoding === undefined);
const forms = rows.filter(({ row }) => row.encoding !== undefined);

/** Their action is the whole request. */
const whole = new Set([
  'POST /auth/passkey (begin)',
  'POST /user/email-verification (send)',
  'POST /membership/card (create)',
  'POST /membership/card (revoke)',
  'POST /admin/campaign-draft (delete)',
]);

function expectEnvelope({ status, headers, body }: Reply): void {
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{16,}$/);
  expect(headers.get('set-cookie')).toBeNull();
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(body).toBeTypeOf('object');
  if (status >= 400) expect(Object.keys(errorMessages)).toContain(body.error);
}

describe('the table of endpoints', () => {
  it('has each call once', () => {
    const calls = rows.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(calls).size).toBe(calls.length);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  });

  it('has no limit above that of Lambda, 6 MB in base64', () => {
    const limits = rows.map(({ bodyLimitBytes = BODY_LIMIT_BYTES }) => bodyLimitBytes);
    expect(Math.max(...limits)).toBeLessThanOrEqual(4.5 * 1024 * 1024);
  });

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

  it.each(rows)('$path with an extra slash or in capitals is a 404', async ({ method, path }) => {
    for (const wrong of [`${path}/`, path.toUpperCase()]) {
      const reply = await api.call(method, wrong);
      expect({ wrong, status: reply.status }).toEqual({ wrong, status: 404 });
      expectEnvelope(reply);
    }
  });
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
});

/** A body without an end, after these bytes. */
const endless = (begin: string) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(begin)),
    pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)),
  });

describe('the shape of a request', () => {
  const form = 'multipart/form-data; boundary=x';
  const otherTypes = (isForm: boolean) =>
    isForm
      ? ['application/json', 'text/plain', '']
      : ['text/plain', 'application/x-www-form-urlencoded', form, ''];
  const json = { 'content-type': 'application/json' };

  it.each([...withBody, ...forms])(
    '$path rejects any other type with 415',
    async ({ method, path, encoding }) => {
      for (const type of otherTypes(encoding !== undefined)) {
        const reply = await api.call(method, path, {}, { token, headers: { 'content-type': type } });
        expect({ type, status: reply.status }).toEqual({ type, status: 415 });
        expectEnvelope(reply);
      }
    },
  );

  it.each(withBody)(
    '$path accepts its size limit and rejects one byte more with 413',
    async ({ method, path, bodyLimitBytes = BODY_LIMIT_BYTES }) => {
      const send = async (bytes: number) => {
        const options = { raw: `[${' '.repeat(bytes - 2)}]`, token, headers: json };
        return (await api.call(method, path, undefined, options)).status;
      };
      expect(await send(bodyLimitBytes)).toBe(400);
      expect(await send(bodyLimitBytes + 1)).toBe(413);
    },
  );

  it.each([...withBody, ...forms])(
    '$path stops reading at its size limit with 413',
    async ({ method, path, encoding }) => {
      const options = encoding
        ? {
            raw: endless('--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n'),
            headers: { 'content-type': form },
          }
        : { raw: endless('['), headers: json };
      const reply = await api.call(method, path, undefined, { token, ...options });
      expect(reply.status).toBe(413);
      expectEnvelope(reply);
    },
  );

  it.each(calls.filter(({ row, call }) => withBody.some((each) => each.row === row) && !whole.has(call)))(
    '$call rejects missing fields with 400 and names them',
    async ({ row, method, path, invalid, reasons, least }) => {
      for (const raw of ['[]', '{']) {
        const reply = await api.call(method, path, undefined, { raw, token, headers: json });
        expect({ raw, status: reply.status }).toEqual({ raw, status: 400 });
        expectEnvelope(reply);
      }
      const wrong = Object.fromEntries(fieldsOf(row).map((name) => [name, { $gt: '' }]));
      const { body } = await api.call(method, path, { ...wrong, ...least }, { token });
      expect(body.message).toBe(
        reasons
          ? 'Failed to send email. Please try again.'
          : (invalid ?? 'Check your entries and try again.'),
      );
      expect([body.code, typeof body.reason]).toEqual(reasons ? [0, 'string'] : [undefined, 'undefined']);
      expect(body.issues[0]).toEqual({ path: expect.any(String), message: expect.any(String) });
    },
  );

  it.each(calls.filter(({ action }) => action !== undefined))(
    '$call is not done for any other action, nor without one',
    async ({ method, path, action }) => {
      for (const other of [undefined, [action], 'constructor']) {
        const reply = await api.call(method, path, { action: other }, { token });
        expect([other, reply.status, reply.body.issues[0]?.path]).toEqual([other, 400, 'action']);
      }
    },
  );
});
