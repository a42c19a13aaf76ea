import { beforeEach, expect, it } from 'vitest';
import { checkAdmin } from '../../../account-island/api/session.ts';
import { checkAdmin as endpoint } from '../../../functions/contract/account.ts';
import { stubBrowser, stubServer } from './browser.ts';

beforeEach(() => {
  stubBrowser();
  localStorage.setItem('token', 'a.b.c');
});

it("the check calls the contract's endpoint with the token", async () => {
  const received = stubServer({ json: { isAdmin: 1 } });
  await checkAdmin();
  const { method, path } = endpoint;
  expect(received).toMatchObject([{ method, path: `/api${path}`, authorization: 'Bearer a.b.c' }]);
});

it.each([
  [{ isAdmin: 1 }, 'administrator'],
  [{ isAdmin: 0 }, 'member'],
  [{ isAdmin: 1, reason: 'second-factor-missing' }, 'second-factor-missing'],
  [{ isAdmin: 1, reason: 'second-factor-stale' }, 'administrator'],
  [{ isAdmin: 0, reason: 'second-factor-missing' }, 'member'],
])('the reply %j means %j', async (json, expected) => {
  stubServer({ json });
  expect(await checkAdmin()).toBe(expected);
});

it.each([{}, { isAdmin: true }, { isAdmin: '1' }, { isAdmin: 2 }, { isAdmin: null }, [], null, 1])(
  'no other reply means an administrator: %j',
  async (json) => {
    stubServer({ json });
    expect(endpoint.reply.safeParse(json).success).toBe(false);
    await expect(checkAdmin()).rejects.toMatchObject({ failure: { kind: 'invalid-reply', status: 200 } });
  },
);
