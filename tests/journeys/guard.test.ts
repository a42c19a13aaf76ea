import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { register } from '../support/api/members.ts';
import { productJourney } from '../support/browser/journey.ts';
import { sees } from '../support/browser/pages.ts';
import { openUserCenter, type View } from '../support/browser/user-center.ts';

const journey = productJourney();
beforeAll(async () => {
  for (const username of ['utah', 'lucy']) await register(journey.server.url, username);
  await journey.server.ops('grant-admin', 'utah');
});

const enter = (username: string, path = '', view: View = {}) =>
  openUserCenter(journey.browser, journey.server.url, username, path, view);
const menuOf = (page: Page) => page.getByRole('navigation', { name: 'User Center menu' });
const sendEmail = (page: Page) => page.getByText('Send Email');
/** The addresses that the page requests from now on. */
function recordRequests(page: Page): string[] {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  return requested;
}

const DENIED = "You don't have administrator privileges to access this page";

it('a member who is not an administrator has no Send Email in the menu, is denied its page, does not load its code, and can go back', async () => {
  const page = await enter('lucy', '/profile');
  const requested = recordRequests(page);
  expect(await sendEmail(page).count()).toBe(0);
  await page.goto(`${journey.server.url}/user/email`);
  await sees(page, DENIED);
  expect(requested.filter((url) => url.includes('compose-panel'))).toEqual([]);
  expect(await sendEmail(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Go Back' }).click();
  await page.getByRole('heading', { name: 'User Guide' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/user');
});

it('an administrator has it before Log Out; its page is neither drawn nor loaded before the server has said so; a check that fails can be repeated', async () => {
  const page = await enter('utah', '/profile');
  await menuOf(page).getByRole('link', { name: 'Send Email' }).waitFor();
  const items = await menuOf(page).getByRole('listitem').allTextContents();
  expect(items.slice(-3)).toEqual(['Send Email', 'Audit log', 'Log Out']);
  await menuOf(page).getByRole('link', { name: 'Members', exact: true }).click();
  await page.locator('.filters').first().waitFor();
  // Styles of these pages come with them.
  const filters = page.locator('.filters').first();
  expect(await filters.evaluate((element) => getComputedStyle(element).display)).toBe('grid');

  const requested = recordRequests(page);
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/admin/check-admin', async (route) => {
    await gate.promise;
    await route.fulfill({ status: 403, json: { message: 'x' } });
  });
  await page.goto(`${journey.server.url}/user/email`);
  await page.getByRole('status', { name: 'Loading...' }).waitFor();
  expect(await sendEmail(page).count()).toBe(0);
  expect(requested.filter((url) => /compose-panel|\/api\/admin\/(?!check-admin)/.test(url))).toEqual([]);
  gate.resolve();
  await page.getByRole('alert').filter({ hasText: 'Failed to check your permissions.' }).waitFor();
  expect(await sendEmail(page).count()).toBe(0);
  await page.unroute('**/api/admin/check-admin');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Send Email' }).waitFor();
});

it('an administrator is no longer one after the operator’s revoke-admin, at the next view and after a reload', async () => {
  const { url, ops } = journey.server;
  await register(url, 'former');
  await ops('grant-admin', 'former');
  const page = await enter('former', '/members', { expected: /40[13]/ });
  await sees(page, /^\d+ members?$/);
  await ops('revoke-admin', 'former');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await sees(page, DENIED);
  await page.reload();
  await sees(page, DENIED);
});
