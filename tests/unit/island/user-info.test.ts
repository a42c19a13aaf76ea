import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../account-island/api/http.ts';
import { fetchMember } from '../../../account-island/api/session.ts';
import { getUserInfo } from '../../../functions/contract/profile.ts';
import { stubBrowser, stubServer } from './browser.ts';
import { profile } from './profile.ts';

beforeEach(() => {
  stubBrowser();
  localStorage.setItem('token', 'a.b.c');
});

const now = '2026-03-02T08:00:00.000Z';
const ok = (data: unknown) => ({ code: 1, msg: 'OK', data, now });

/** The error of the call without its message. */
async function failure() {
  const error: unknown = await fetchMember().catch((cause: unknown) => cause);
  return error instanceof ApiError ? error.failure : error;
}

it("the profile is requested from the contract's endpoint with the token", async () => {
  const received = stubServer({ json: ok(profile()) });
  expect(await fetchMember()).toEqual(profile());
  const { method, path } = getUserInfo;
  expect(received).toMatchObject([{ method, path: `/api${path}`, authorization: 'Bearer a.b.c' }]);
});

describe('the profile is read as by the contract’s schema:', () => {
  const fields = Object.keys(profile());
  const damaged = fields.flatMap((field) => [
    [`no ${field}`, { ...profile(), [field]: undefined }] as const,
    [`null for ${field}`, { ...profile(), [field]: null }] as const,
    [`a list for ${field}`, { ...profile(), [field]: [] }] as const,
  ]);
  it.each<readonly [string, unknown]>([...damaged, ['no data', undefined], ['null', null], ['a text', 'x']])(
    '%s',
    async (_, data) => {
      stubServer({ json: ok(data) });
      expect(getUserInfo.reply.safeParse(ok(data)).success).toBe(false);
      expect(await failure()).toEqual({ kind: 'invalid-reply', status: 200 });
    },
  );
});

describe('a rejection of the profile', () => {
  it.each([
    [{ status: 401, json: { message: 'Please sign in' } }, { message: 'Please sign in' }],
    [
      { status: 429, json: { message: 'Too many attempts', retryAfterSeconds: 7 } },
      { message: 'Too many attempts', retryAfterSeconds: 7 },
    ],
  ])('%j is an error of the contract', async (answer, body) => {
    stubServer(answer);
    expect(await failure()).toEqual({ kind: 'rejected', status: answer.status, body });
  });

  it.each([
    { status: 502, text: '<html>' },
    { status: 200, text: '<html>' },
  ])('%j is not an error of the contract', async (answer) => {
    stubServer(answer);
    expect(await failure()).toEqual({ kind: 'invalid-reply', status: answer.status });
  });

  it('without a reply is unreachable', async () => {
    stubServer(new TypeError('Failed to fetch'));
    expect(await failure()).toEqual({ kind: 'unreachable', reason: 'Failed to fetch' });
  });
});
