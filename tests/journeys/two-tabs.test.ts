import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PASSWORD } from '../support/api/make.ts';
import { post, register, tokenOf } from '../support/api/members.ts';
import { productJourney } from '../support/browser/journey.ts';
import { focused, press, type } from '../support/browser/keyboard.ts';
import { expectInView, pressAgain, replyTo, sees } from '../support/browser/pages.ts';
import { endSessionOnServer, openLogin, openUserCenter, openWindow } from '../support/browser/user-center.ts';
import { openTab } from '../support/browser/windows.ts';

/** What another tab, another device or the server does meanwhile, and what a member has typed. */

const ENDED = 'Your session has ended. Log in again to continue.';
const RESTORED = 'We restored your unsaved changes.';

const journey = productJourney();

const enter = (username: string, path: string) =>
  openUserCenter(journey.browser, journey.server.url, username, path, { hasClock: true });
const panel = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 }).waitFor();
const affiliationIn = (page: Page) => page.getByRole('textbox', { name: 'Affiliation' });
const kept = (page: Page) => page.evaluate(() => ({ ...sessionStorage }));
const saved = (page: Page, label: string) =>
  page
    .locator('.description-list > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .textContent();

it('a member edits the profile in two tabs and looks elsewhere: nothing is overwritten, and nothing is lost', async () => {
  const page = await enter('editor', '/profile');
  const other = await openTab(page);
  await other.goto(page.url());
  for (const tab of [page, other]) {
    await tab.bringToFront();
    await press(tab, 'Edit');
    await expect.poll(() => focused(tab)).toBe('Username');
  }
  await type(other, 'Affiliation', 'Second tab');
  await type(other, 'Address', '1 Kitchen Road');
  await page.bringToFront();
  await type(page, 'Phone', '111');
  await type(page, 'Affiliation', 'First tab');
  await page.goto(`${journey.server.url}/contact`);
  await page.goBack();
  await sees(page, RESTORED);
  expect(await affiliationIn(page).inputValue()).toBe('First tab');
  await pressAgain(page, 'Save Changes');
  await sees(page, 'Profile updated successfully!');
  await expect.poll(() => focused(page)).toBe('Edit');

  await other.bringToFront();
  await pressAgain(other, 'Save Changes');
  await expectInView(other, 'Nothing was saved: your profile has been changed in another tab');
  await expectInView(other, 'Saved in the meantime: First tab');
  await expect.poll(() => focused(other)).toContain('Affiliation');
  expect(await affiliationIn(other).inputValue()).toBe('Second tab');
  expect(await other.getByLabel('Phone').inputValue()).toBe('111');
  await pressAgain(other, 'Save Changes');
  await sees(other, 'Profile updated successfully!');
  for (const [label, value] of [
    ['Phone', '111'],
    ['Affiliation', 'Second tab'],
    ['Address', '1 Kitchen Road'],
  ] as const)
    expect(await saved(other, label)).toBe(value);
});

it('a member whose session has ended logs in over the page, and the saving goes on by itself; on another page the login leads back, and a second tab follows', async () => {
  const { url } = journey.server;
  const page = await enter('overtaken', '/profile');
  await page.getByRole('button', { name: 'Edit' }).click();
  await affiliationIn(page).fill('Half a day of work');
  await endSessionOnServer(page);
  await pressAgain(page, 'Save Changes');
  const dialog = page.getByRole('dialog', { name: 'You have been logged out' });
  await dialog.waitFor();
  await expect.poll(() => focused(page)).toBe('Password');
  await page.keyboard.insertText(PASSWORD);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await sees(page, 'Profile updated successfully!');
  await expect.poll(() => saved(page, 'Affiliation')).toBe('Half a day of work');
  await expect.poll(() => focused(page)).toBe('Edit');
  expect(await kept(page)).not.toHaveProperty('unsaved-profile');

  await endSessionOnServer(page);
  await page.getByRole('link', { name: 'Password', exact: true }).click();
  await page.waitForURL(`${url}/login?redirect=%2Fuser%2Fpassword`);
  await sees(page, ENDED);
  const other = await openTab(page);
  await openLogin(other, url);
  expect(await other.getByText(ENDED).count()).toBe(0);
  await page.bringToFront();
  await page.getByRole('textbox', { name: 'Username' }).fill('overtaken');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByLabel('Remember Me').check();
  await pressAgain(page, 'Login');
  await page.waitForURL(`${url}/user/password`);
  await other.waitForURL(`${url}/user`);
});

it('unsaved changes are kept through menu, Back and reload, until discarded or logged out of', async () => {
  const page = await enter('autosaver', '/profile');
  page.on('dialog', (dialog) => dialog.accept());
  const edit = page.getByRole('button', { name: 'Edit' });
  const isRestored = async () => {
    await sees(page, RESTORED);
    expect(await affiliationIn(page).inputValue()).toBe('Half a kit');
    expect(await page.getByLabel('Title').inputValue()).toBe('Prof.');
  };
  await edit.click();
  await affiliationIn(page).fill('Half a kit');
  await page.getByLabel('Title').selectOption('Prof.');
  const menu = page.getByRole('navigation', { name: 'User Center menu' });
  await menu.getByRole('link', { name: 'Password' }).click();
  await panel(page, 'Password');
  await page.goBack();
  await isRestored();
  await page.reload();
  await isRestored();

  await page.getByRole('button', { name: 'Discard Changes' }).click();
  await menu.getByRole('link', { name: 'Password' }).click();
  await panel(page, 'Password');
  await page.goBack();
  await edit.click();
  expect(await affiliationIn(page).inputValue()).not.toBe('Half a kit');
  await affiliationIn(page).fill('A kitchen');
  await menu.getByRole('link', { name: 'Password' }).click();
  await panel(page, 'Password');
  expect(await kept(page)).toHaveProperty('unsaved-profile');
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL(/\/login$/);
  expect(await kept(page)).toEqual({});
});

it('a log-out in one tab leads another to the login page, turns the badge on Home into Login, and shows unsaved changes to nobody who logs in then', async () => {
  const { url } = journey.server;
  const page = await enter('first_author', '/profile');
  const [idle, home, other] = [await openTab(page), await openTab(page), await openTab(page)];
  for (const tab of [idle, other]) {
    await tab.goto(`${url}/user/password`);
    await panel(tab, 'Password');
  }
  await home.goto(url);
  const badge = home.locator('header .account-badge');
  await badge.first().waitFor();
  await page.bringToFront();
  page.on('dialog', (dialog) => dialog.dismiss());
  await page.getByRole('button', { name: 'Edit' }).click();
  await affiliationIn(page).fill('Half a kit');
  await other.bringToFront();
  await other.getByRole('button', { name: 'Log Out' }).click();
  await other.waitForURL(/\/login$/);
  await idle.waitForURL(`${url}/login`);
  await sees(idle, ENDED);
  await home.getByRole('link', { name: 'Login' }).first().waitFor();
  expect(await badge.count()).toBe(0);
  for (const tab of [idle, home]) await tab.close();

  await register(url, 'next_reader');
  const token = await tokenOf(url, 'next_reader');
  const loaded = page.waitForResponse(
    async (reply) => reply.url().endsWith('/api/userinfo') && (await reply.text()).includes('next_reader'),
  );
  await other.evaluate((stored) => localStorage.setItem('token', stored), token);
  await loaded;
  await page.bringToFront();
  await page.getByRole('button', { name: /^(Edit|Discard Changes)$/ }).waitFor();
  expect(await page.getByText(RESTORED).count()).toBe(0);
  await page.getByRole('button', { name: 'Edit' }).click();
  expect(await affiliationIn(page).inputValue()).not.toBe('Half a kit');
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL(/\/login$/);
  expect(await kept(page)).toEqual({});
});

it('a session that ended elsewhere is told after a public page too, and a server that only fails is not called its end', async () => {
  const { url } = journey.server;
  await register(url, 'nefertiti');
  const session = await tokenOf(url, 'nefertiti');
  await post(url, '/auth/logout', undefined, session);
  const page = await openWindow(journey.browser, { session, hasClock: true });
  await page.goto(`${url}/contact`);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).first().click();
  await sees(page, ENDED);

  await page.evaluate((token) => localStorage.setItem('token', token), await tokenOf(url, 'nefertiti'));
  await replyTo(page, '/userinfo', { status: 500 });
  await page.goto(`${url}/user`);
  // It is asked again after a while.
  const isToLogIn = async () => {
    await page.clock.fastForward(1000);
    return page.url();
  };
  await expect.poll(isToLogIn).toBe(`${url}/login?redirect=%2Fuser`);
  await sees(page, "Our server couldn't check your session, so you have been logged out on this device.");
  expect(await page.getByText('Your session has ended').count()).toBe(0);
});
