import { beforeEach, expect, it } from 'vitest';
import { checkAdmin } from '../../../account-island/api/session.ts';
import { stubBrowser, stubServer } from './browser.ts';

beforeEach(() => {
  stubBrowser();
});

it.each([
  [{ isAdmin: 1 }, 'administrator'],
  [{ isAdmin: 0 }, 'member'],
  [{ isAdmin: 1, reason: 'second-factor-missing' }, 'second-factor-missing'],
  [{ isAdmin: 1, reason: 'second-factor-stale' }, 'administrator'],
])('the reply %j means %j', async (json, expected) => {
  stubServer({ json });
  expect(await checkAdmin()).toBe(expected);
});

it.each([{}, { isAdmin: true }, { isAdmin: 2 }])(
  'no other reply means an administrator: %j',
  async (json) => {
    stubServer({ json });
    await expect(checkAdmin()).rejects.toMatchObject({ failure: { kind: 'invalid-reply', status: 200 } });
  },
);
