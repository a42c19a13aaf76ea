import { beforeAll, describe, expect, it } from 'vitest';
import { register } from '../support/api/members.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { replyTo } from '../support/browser/error-journey.ts';
import { productJourney } from '../support/browser/journey.ts';
import { sees } from '../support/browser/pages.ts';
import { openUserCenter } from '../support/browser/user-center.ts';

const DENIED = "You don't have administrator privileges to access this page";

const journey = productJourney();
beforeAll(async () => {
  await register(journey.server.url, 'utah');
  await journey.server.ops('grant-admin', 'utah');
});

const enter = (username: string, path = '', view = {}) =>
  openUserCenter(journey.browser, journey.server.url, username, path, view);

describe('an administrator', () => {
  it('has Send Email in the menu before Log Out, gets the styles of these pages after all others, and the menu looks as before', async () => {
    const requested: string[] = [];
    const page = await enter('utah', '/profile');
    page.on('request', (request) => requested.push(request.url()));
    const looks = () =>
      page.locator('.user-center__title, .side-menu a').evaluateAll((elements) =>
        elements.map((element) => {
          const { color, font, padding, textDecorationLine } = getComputedStyle(element);
          return [color, font, padding, textDecorationLine];
        }),
      );
    const menu = page.getByRole('navigation', { name: 'User Center menu' });
    const members = menu.getByRole('link', { name: 'Members', exact: true });
    await members.waitFor();
    const last = (await menu.getByRole('listitem').allTextContents()).slice(-2);
    expect(last).toEqual([expect.stringContaining('Send Email'), 'Log Out']);
    const atFirst = await looks();
    await members.click();
    const filters = page.locator('.filters');
    expect(await filters.evaluate((element) => getComputedStyle(element).display)).toBe('grid');
    // The link that was left and the one that was followed have changed places.
    expect((await looks()).toSorted()).toEqual(atFirst.toSorted());
    await menu.getByRole('link', { name: 'Send Email', exact: true }).click();
    await page.getByRole('heading', { name: 'Send Email' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/user/email');
    expect(requested.filter((url) => url.endsWith('.css')).length).toBeLessThanOrEqual(1);
  });

  it('gets the styles with the page if preloading failed, and is told that a page did not load if they cannot be fetched', async () => {
    const page = await enter('utah', '', { expected: /ERR_FAILED|ChunkLoadError/ });
    const menu = page.getByRole('navigation', { name: 'User Center menu' });
    await menu.getByRole('link', { name: 'Members', exact: true }).waitFor();
    // After the failure the page asks whether the file is still there.
    const asked = page.waitForResponse((response) => response.request().method() === 'HEAD');
    await page.route('**/admin.*.css', (route) => route.abort(), { times: 1 });
    await page.reload();
    await asked;
    await menu.getByRole('link', { name: 'Members', exact: true }).click();
    const filters = page.locator('.filters');
    expect(await filters.evaluate((element) => getComputedStyle(element).display)).toBe('grid');

    await page.route('**/admin.*.css', (route) => route.abort());
    await page.reload();
    await sees(page, "This page didn't load. Check your internet connection, then reload.");
    await page.unroute('**/admin.*.css');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Members', exact: true }).waitFor();
  });

  it('is no longer one after the operator’s revoke-admin, at the next view and after a reload', async () => {
    await register(journey.server.url, 'former');
    const { ops } = journey.server;
    await ops('grant-admin', 'former');
    const page = await enter('former', '/members', { expected: /40[13]/ });
    await sees(page, /^Page 1 of \d+ · /);
    await ops('revoke-admin', 'former');
    await page.getByRole('button', { name: 'Audit log' }).click();
    await sees(page, DENIED);
    await page.reload();
    await sees(page, DENIED);
  });
});

describe('a member who is not an administrator', () => {
  it('has no Send Email in the menu, is denied its page, does not load its code, and can go back', async () => {
    const page = await enter('lucy', '/profile', { width: 390 });
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(`${journey.server.url}/user/email`);
    await sees(page, DENIED);
    await expectAccessible(page);
    expect(requested.filter((url) => url.includes('compose-panel'))).toEqual([]);
    expect(await page.getByText('Send Email').count()).toBe(0);
    await page.getByRole('button', { name: 'Go Back' }).click();
    await page.getByRole('heading', { name: 'User Guide' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/user');
    expect(await page.getByText('Send Email').count()).toBe(0);
  });
});

describe('before the server has said that the member is an administrator', () => {
  it('no administrators’ page is rendered, loaded or requested', async () => {
    const page = await enter('utah');
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/admin/check-admin', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto(`${journey.server.url}/user/email`);
    await page.getByRole('status', { name: 'Loading...' }).waitFor();
    expect(await page.getByText('Send Email').count()).toBe(0);
    expect(requested.filter((url) => /compose-panel|\/api\/admin\/(?!check-admin)/.test(url))).toEqual([]);
    await expectAccessible(page);
    gate.resolve();
    await page.getByRole('heading', { name: 'Send Email' }).waitFor();
  });

  it('a check that fails says why, and can be repeated', async () => {
    const page = await enter('utah', '', { expected: /Failed to load resource/ });
    await replyTo(page, '/admin/check-admin', { status: 403 });
    await page.goto(`${journey.server.url}/user/email`);
    await page.getByRole('alert').filter({ hasText: 'Failed to check your permissions.' }).waitFor();
    expect(await page.getByText('Send Email').count()).toBe(0);
    await expectAccessible(page);
    await page.unroute('**/api/admin/check-admin');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Send Email' }).waitFor();
  });
});
