import { beforeEach, describe, expect, it } from 'vitest';
import { request } from '../../../account-island/api/client.ts';
import { ApiError } from '../../../account-island/api/http.ts';
import { getSalt, logout } from '../../../functions/contract/auth.ts';
import { getUserInfo } from '../../../functions/contract/profile.ts';
import { stubBrowser, stubServer } from './browser.ts';

beforeEach(() => {
  stubBrowser();
  localStorage.setItem('token', 'a.b.c');
});

const failureOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

describe('a request', () => {
  it("follows the contract's endpoint, without the token if anyone may call", async () => {
    const received = stubServer({ json: { salt: 'abc', more: 1 } });
    expect(await request(getSalt, { username: 'ada' })).toEqual({ salt: 'abc' });
    expect(received).toEqual([
      { method: 'POST', path: '/api/auth/getSalt', authorization: null, body: { username: 'ada' } },
    ]);
  });

  it('sends the token if the call needs it, and no body if there is none', async () => {
    const received = stubServer({ json: { message: 'Logged out' } });
    await request(logout);
    expect(received).toEqual([
      { method: 'POST', path: '/api/auth/logout', authorization: 'Bearer a.b.c', body: null },
    ]);
  });

  it('is sent without a token if none is stored', async () => {
    localStorage.removeItem('token');
    const received = stubServer({ status: 401, json: { message: 'Please sign in' } });
    await failureOf(request(getUserInfo));
    expect(received[0]?.authorization).toBeNull();
  });
});

describe('a failed call', () => {
  it.each([
    ['404, in the contract’s words', 404, '{"message":"Username not found"}', 'rejected'],
    ['500, in the contract’s words', 500, '{"message":"Server error","requestId":"r"}', 'rejected'],
    ['another code than 1, with its words', 200, '{"code":0,"msg":"Closed today"}', 'rejected'],
    ['a gateway’s page', 502, '<html>', 'invalid-reply'],
    ['another error body', 403, '{"error":"x"}', 'invalid-reply'],
    ['a success that is not JSON', 200, '<html>', 'invalid-reply'],
    ['a success of another shape', 200, '{"salt":1}', 'invalid-reply'],
    ['nothing', 200, '', 'invalid-reply'],
    ['a refusal’s body on a success', 200, '{"message":"x"}', 'invalid-reply'],
  ])('%s is %s', async (_, status, text, kind) => {
    stubServer({ status, text });
    const failed = await failureOf(request(getSalt, { username: 'ada' }));
    expect([failed.failure.kind, failed.status, failed.endpoint]).toEqual([kind, status, 'getSalt']);
  });

  it('does not have a success’s body for a rejection', async () => {
    stubServer({ status: 500, json: { salt: 'abc' } });
    expect((await failureOf(request(getSalt, { username: 'ada' }))).failure.kind).toBe('invalid-reply');
  });

  it.each([new TypeError('Failed to fetch'), new DOMException('signal timed out', 'TimeoutError')])(
    '%s is unreachable, with its reason',
    async (error) => {
      stubServer(error);
      const failed = await failureOf(request(getSalt, { username: 'ada' }));
      expect(failed.failure).toEqual({ kind: 'unreachable', reason: error.message });
      expect([failed.message, failed.status, failed.cause]).toEqual([error.message, undefined, error]);
    },
  );

  it.each([
    ['is named by the header', 502, '<html>', 'from-header'],
    ['is named by the body first', 500, '{"message":"Server error","requestId":"from-body"}', 'from-body'],
    ['is not named where the caller is at fault', 400, '{"message":"x"}', undefined],
  ])('the request %s', async (_, status, text, reference) => {
    stubServer({ status, text, headers: { 'x-request-id': 'from-header' } });
    expect((await failureOf(request(getSalt, { username: 'ada' }))).reference).toBe(reference);
  });

  it('has the fields of the contract from a rejection', async () => {
    const body = { message: 'Too many attempts', retryAfterSeconds: 60 };
    stubServer({ status: 429, json: { ...body, internal: 'x' } });
    expect((await failureOf(request(getSalt, { username: 'ada' }))).body).toEqual(body);
  });
});
